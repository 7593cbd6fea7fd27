"""The Catan card game for two, with Artists & Benefactors: base, extended and tournament game."""
