"""The HTTP routes of matches."""
