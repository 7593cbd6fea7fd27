"""Signing: the operator's keys, and the only place that computes Ed25519."""
