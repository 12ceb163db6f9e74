"""The window around the six places."""
