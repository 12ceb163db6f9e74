"""Fixed protocols on known data sets: from pages to a table of results."""
