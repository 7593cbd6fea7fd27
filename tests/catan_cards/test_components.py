"""The components: everything printed, for clients that draw it."""

from __future__ import annotations

import msgspec

from chronik.domain.catan_cards.cards.kinds import Kind
from chronik.domain.catan_cards.facts.load import PRINTED
from chronik.domain.engine.names import load_names
from chronik.projections.catan_cards.components import CatanCardsComponents, components
from tests.support.catan_cards.decks import FACTS

NAMES = load_names(PRINTED, PRINTED)
BOX = components(FACTS, NAMES)


def test_the_components_list_everything_printed_and_give_it_a_name() -> None:
    """B1, section 10: 64 titles, 9 events, the axis, 23 regions, the die, lists, limits; each with a name."""
    assert (len(BOX.cards), sum(card.copies for card in BOX.cards)) == (64, 88)
    assert (len(BOX.events), sum(event.copies for event in BOX.events), len(BOX.free_events)) == (9, 14, 7)
    assert [centre.supply for centre in BOX.centre] == [7, 5, 7]
    assert (len(BOX.regions), [len(crest) for crest in BOX.crests], len(BOX.die)) == (11, [6, 6], 6)
    assert (BOX.limits.deck_cards, BOX.limits.deck_events) == (33, 4)
    assert [one.id for one in BOX.lists] == ["trade", "knights", "artists"]
    names = NAMES["de"]
    assert {card.id for card in BOX.cards} == set(names["card"])
    assert {region.type for region in BOX.regions} <= set(names["region"])


def test_a_card_component_states_its_price_and_values() -> None:
    """7.1, 7.4: the Statue and Falk as they are printed."""
    cards = {card.id: card for card in BOX.cards}
    statue, falk, epic = cards["statue"], cards["knight_falk"], cards["artwork_epic"]
    assert (statue.price, statue.stars, statue.vp) == ({Kind.BRICK: 1, Kind.GOLD: 2}, 3, 1)
    assert (falk.strength, falk.tournament, falk.unique_name) == (1, 5, True)
    assert (epic.target, epic.resource, cards["fleet_ore"].resource) == ("library", None, Kind.ORE)


def test_the_components_encode_as_json() -> None:
    assert msgspec.json.decode(msgspec.json.encode(BOX), type=CatanCardsComponents) == BOX
