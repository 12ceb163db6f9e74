"""Work outside the main thread, and results delivered back to it."""
