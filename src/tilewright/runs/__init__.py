"""Searches that are kept in a file."""
