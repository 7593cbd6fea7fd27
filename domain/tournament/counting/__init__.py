"""Counting: what a result gives, standings and tie-breaks."""
