"""The printed facts of Cities & Knights: data files, and how they are read."""
