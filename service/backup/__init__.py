"""Backups: everything a service keeps, copied while it runs, and brought back into an empty one."""
