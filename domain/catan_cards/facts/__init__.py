"""The facts printed in the Catan card game: data files, and the code that reads them."""
