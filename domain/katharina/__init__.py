"""Katharina: two to four seats, simultaneous sealed choices. Rule book: `domain/katharina/rules.md`."""
