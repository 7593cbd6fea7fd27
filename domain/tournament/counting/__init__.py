"""Counting: the points of results, standings and tie-breaks."""
