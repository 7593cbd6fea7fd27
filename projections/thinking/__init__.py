"""Thinking ahead about a decision: bots, the worlds that a seat deems possible, and turns played to their end."""
