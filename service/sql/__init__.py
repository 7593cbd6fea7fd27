"""The database: people, the lobby, and how far each projection has come."""
