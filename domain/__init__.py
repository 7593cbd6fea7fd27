"""The rules: pure functions over frozen values. No clock, no random, no I/O but the games' own data files."""
