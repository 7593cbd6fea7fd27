"""Proof: the bytes that are hashed, archives, deciding again, and verification."""
