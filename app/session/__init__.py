"""An open project in the app: reads, edits, word images and jobs, none of which block the window."""
