"""What all games share: the log and its chain, seats and viewers, prompts, chance, undo. It knows no game."""
