"""Collection: the pages and their import, the word list, the statistics."""
