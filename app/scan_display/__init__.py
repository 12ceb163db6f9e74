"""Brightness, contrast and inversion of the scans on the screen; files and networks never see them."""
