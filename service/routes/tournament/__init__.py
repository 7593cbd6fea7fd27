"""The routes of tournaments."""
