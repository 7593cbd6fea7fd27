"""The rules of the card game, one file for each rule area. Each file ends with its `Area`."""
