"""Images of words: cut from pages, or files of their own, and their cache."""
