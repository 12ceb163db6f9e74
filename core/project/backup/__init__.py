"""Backups: copies of whole projects and daily copies of the database."""
