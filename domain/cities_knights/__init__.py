"""Cities & Knights: Catan with the expansion, two to four seats. Rule book: `rules.md`."""
