"""The rules of the card game, one file per rule area, each ending in its `Area`."""
