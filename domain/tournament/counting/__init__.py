"""Counting: points of results, standings and tie-breaks."""
