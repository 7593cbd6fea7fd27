"""Proof of a match: hashed bytes, archives, re-deciding commands, and verification."""
