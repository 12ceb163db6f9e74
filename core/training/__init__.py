"""Algorithms 1 to 3, calibration, presets, checkpoints, and the run that puts them together."""
