"""The log of matches: everything that knows Valkey or Redis."""
