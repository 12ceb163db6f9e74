"""The start of `ductus-app` in a bundle."""

import multiprocessing
import sys

from core.system.programs import clear_loader_environment

if __name__ == "__main__":
    multiprocessing.freeze_support()
    clear_loader_environment()
    from app.main import main

    sys.exit(main())
