"""Printed facts of Katharina: data files and their reader."""
