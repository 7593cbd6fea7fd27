"""The Catan card game for two players, with Artists & Benefactors. Rule book: `domain/catan_cards/rules.md`."""
