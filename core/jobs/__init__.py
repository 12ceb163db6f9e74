"""Jobs: long operations that report their progress and can be stopped."""
