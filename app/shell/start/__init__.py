"""The start page: recent projects, new projects, the demo."""
