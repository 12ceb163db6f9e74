"""Import of sources into a project."""
