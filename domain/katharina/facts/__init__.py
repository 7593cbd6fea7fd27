"""The printed facts of Katharina: data files, and how they are read."""
