"""What is shown and exported of a tournament."""
