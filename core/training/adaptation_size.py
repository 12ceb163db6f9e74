"""How many word images the starter model adapts itself with; known without importing NumPy."""

from __future__ import annotations

MIN_IMAGES = 200
"""With fewer word images there is too little to learn from."""
MOST_IMAGES = 6000
"""Word images that are read and learnt from at most; of more, evenly spaced ones."""
