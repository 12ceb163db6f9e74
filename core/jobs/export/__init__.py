"""Export of a project to files."""
