"""Search for words: the filter language, text search, completion."""
