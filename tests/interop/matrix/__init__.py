"""Runs the same checks through every client and prints who passed what."""
