"""The start of `ductus` in a bundle."""

import multiprocessing
import os
import sys

if __name__ == "__main__":
    multiprocessing.freeze_support()
    # The loader has set these for this process; programs of the system that we start must not load our libraries.
    for name in ("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH"):
        former = os.environ.pop(f"{name}_ORIG", None)
        if former is not None:
            os.environ[name] = former
        else:
            os.environ.pop(name, None)
    # children that are this program too set these paths for themselves, as if somebody had started them
    os.environ["PYINSTALLER_RESET_ENVIRONMENT"] = "1"
    from core.cli.bundled import main

    sys.exit(main())
