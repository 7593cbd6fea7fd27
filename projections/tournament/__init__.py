"""Projections of tournaments: what the service shows and exports."""
