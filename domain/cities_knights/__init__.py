"""Cities & Knights: Catan with the expansion, two to four seats. Rule book: `rules/cities_and_knights.md`."""
