"""The feed of a match: each reader gets bytes made for that viewer."""
