"""Finding the words on pages as a job."""
