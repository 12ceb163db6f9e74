"""The export dialog and its job."""
