"""Deck lists of the tournament game (T13): one list, four formats, and the problems it may have."""
