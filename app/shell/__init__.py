"""The main window around the views."""
