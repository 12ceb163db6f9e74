"""Exports of a project as a job, and previews."""
