"""Cold storage: the archives of finished matches, in a directory or in an object store."""
