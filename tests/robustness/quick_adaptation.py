"""`ductus` whose starter model adapts itself in a few steps: ``python quick_adaptation.py adapt PROJECT ...``."""

from __future__ import annotations

import sys
from unittest.mock import patch

from core.cli.main import main
from core.training.adaptation import AdaptationSettings

QUICK = AdaptationSettings(shares=(0.1, 0.15), steps=4, batch=8)
quick_adaptation = patch("core.jobs.training.adapt.AdaptationSettings", lambda: QUICK)
"""As a context, the same in this process."""

if __name__ == "__main__":
    with quick_adaptation:
        sys.exit(main(sys.argv[1:]))
