"""The cards of the Catan card game: their ids in play, the six resources, and counting those."""
