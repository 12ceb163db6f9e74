"""The vote on one word."""
