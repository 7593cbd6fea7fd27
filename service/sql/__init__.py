"""The database: its sessions and migrations, the lobby's table, and how far the logs were read."""
