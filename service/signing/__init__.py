"""Signing: the operator's keys, and the only code that computes Ed25519."""
