"""The names of a project's folder and database, for those who need nothing else of it."""

from __future__ import annotations

SUFFIX = ".ductus"
DATABASE = "project.sqlite"
