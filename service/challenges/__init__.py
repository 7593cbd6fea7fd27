"""Challenges: matches that one player offers to another."""
