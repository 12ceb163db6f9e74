"""Checks and backups as jobs."""
