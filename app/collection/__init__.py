"""The place where pages are gathered: thumbnails, import, the list of words, numbers."""
