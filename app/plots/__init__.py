"""Plots as data, and the panel that draws and saves them; independent of models."""
