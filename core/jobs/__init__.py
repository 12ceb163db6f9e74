"""Jobs: what runs, how it tells of its progress, and how it is asked to stop."""
