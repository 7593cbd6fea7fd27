"""The printed facts of the Catan card game: data files, and how they are read."""
