"""Recognition and evaluation as jobs."""
