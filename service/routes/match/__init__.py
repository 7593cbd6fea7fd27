"""The routes of matches."""
