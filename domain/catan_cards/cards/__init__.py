"""Cards of the Catan card game: ids in play, the six resources, and counts of them."""
