"""Segmentation: text lines and words on pages without boxes."""
