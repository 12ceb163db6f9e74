"""The kits of the windows and of the engine serve here too."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "gui"))
sys.path.insert(0, str(Path(__file__).parents[1] / "unit"))
