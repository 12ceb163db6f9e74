"""Bounded downloads over HTTP."""
