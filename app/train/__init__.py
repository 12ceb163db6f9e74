"""The place where models are trained, compared, chosen and measured."""
