"""The printed sheets of tournaments."""
