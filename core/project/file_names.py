"""The names of a project's folder and database, for those who need nothing else of it."""

SUFFIX = ".ductus"
DATABASE = "project.sqlite"
