"""Printed facts of the Catan card game: data files and their reader."""
