"""Backups: copies of everything a service stores, taken while it runs, and their restoration into an empty service."""
