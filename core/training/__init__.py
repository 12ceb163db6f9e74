"""Algorithms 1 (splits), 4 (data of the gates) and 5 (padded samples), and all else that training takes.

That is calibration, presets, checkpoints, and the run that puts them together.
"""
