"""The printed facts of Cities & Knights: the data files, and the code that reads and checks them."""
