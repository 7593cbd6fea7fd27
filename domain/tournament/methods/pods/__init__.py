"""Pods: rounds at tables of three and four."""
