"""The options of a match, by the name the rules know them by; they are written down with the facts."""

from domain.catan_cards.facts.rulesets import PRESETS, DeckSource, Mode, Options

__all__ = ["PRESETS", "DeckSource", "Mode", "Options"]
