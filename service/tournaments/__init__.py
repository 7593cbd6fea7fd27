"""Tournaments: their logs, the matches of their tables, results, feeds, exports and printed sheets."""
