"""The guide inside the app: its pages, its window with full-text search, and the tour."""
