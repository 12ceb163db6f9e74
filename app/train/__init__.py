"""The Train view: trainings are set up, followed and compared, and models managed."""
