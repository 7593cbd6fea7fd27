"""The feed of a match: every subscriber gets the events that its viewer may see."""
