"""Deck lists of the tournament game (T13): one list, four spellings, and everything that may be wrong with it."""
