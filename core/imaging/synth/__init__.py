"""Synthetic handwriting with exact ground truth, for the demo and the tests."""
