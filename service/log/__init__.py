"""The log of matches; the only package that knows Valkey or Redis."""
