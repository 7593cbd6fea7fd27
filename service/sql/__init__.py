"""The database: its sessions and migrations, the lobby's table, and the progress of each projection."""
