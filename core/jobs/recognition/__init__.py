"""Recognition as a job: a model is opened, calibrated for the word list, and reads the words of a project."""
