"""Built-in bots. Like any other player, a bot sees its view and its options, and answers prompts."""
