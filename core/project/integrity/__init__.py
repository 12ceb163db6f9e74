"""Checks of a project, and rescue of a damaged one. The project itself is not changed."""
