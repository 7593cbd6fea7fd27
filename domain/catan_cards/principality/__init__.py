"""A principality: what lies where, what it stores and what it is worth."""
