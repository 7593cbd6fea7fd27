"""The code that all games share: the log and its chain, seats and viewers, prompts, chance and undo."""
