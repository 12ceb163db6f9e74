"""Plots as data, and the panel that draws and saves them; knows nothing of models."""
