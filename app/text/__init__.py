"""Texts shared by several views: numbers, dates, names of states, roles and parameters."""
