"""A principality: the places of its cards, its stores and its totals."""
