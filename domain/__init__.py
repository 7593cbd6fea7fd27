"""The rules: pure functions over frozen values. No clock, no randomness, no I/O except for the games' data files."""
