"""The routes of people."""
