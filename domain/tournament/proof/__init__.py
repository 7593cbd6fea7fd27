"""Proof of a tournament: its bundle, and judging it again."""
