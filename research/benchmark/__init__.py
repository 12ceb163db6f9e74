"""Fixed protocols on public data sets: from images to a table of results."""
