"""Printed sheets of a tournament."""
