"""Training as a job, and what can be said about it beforehand."""
