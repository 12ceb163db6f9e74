"""An opened project on the screen's side: reading, writing, pictures and jobs, none of which block the window."""
