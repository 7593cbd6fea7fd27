"""Cities & Knights: Catan with the expansion, two to four seats. Rule book: `domain/cities_knights/rules.md`."""
