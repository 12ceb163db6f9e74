"""Training as a job, and estimates before it starts."""
