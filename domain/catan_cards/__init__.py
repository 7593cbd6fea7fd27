"""The Catan card game for two, with Artists & Benefactors. Rule book: `domain/catan_cards/rules.md`."""
