"""What other programs write of tournaments, and tournaments of the house made of it."""
