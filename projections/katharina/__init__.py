"""The projection of Katharina: what each viewer may see of a match."""
