"""Looking whether a project is sound. Nothing here changes anything."""
