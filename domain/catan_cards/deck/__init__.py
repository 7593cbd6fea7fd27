"""Deck lists of the tournament game (T13): the list, its four formats, and the problems it may have."""
