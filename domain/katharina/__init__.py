"""Katharina: two to four seats, simultaneous sealed choices. Rule book: `rules.md`."""
