"""The start of `ductus` in a bundle."""

import multiprocessing
import sys

from core.system.programs import clear_loader_environment

if __name__ == "__main__":
    multiprocessing.freeze_support()
    clear_loader_environment()
    from core.cli.bundled import main

    sys.exit(main())
