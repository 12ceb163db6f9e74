"""Detection of lines and words on pages as jobs."""
