"""Measuring a model: on test words, on whole pages, and beside another model."""
