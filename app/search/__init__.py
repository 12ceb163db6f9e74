"""Search: word pictures that look like any word, and readings that hold a text."""
