"""Scores of an ensemble on labelled test images: metrics, ROC, reliability, decision rules, reports and theory."""
