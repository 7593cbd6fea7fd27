"""Everything that touches the world: HTTP, Redis, SQL, the command line."""
