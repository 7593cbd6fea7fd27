"""The event cards of the theme set (6.4)."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

from domain.catan_cards.commands import Decline, Gain, PayStar, PayTax
from domain.catan_cards.events import (
    ActionsBegan,
    Declined,
    EventReturned,
    EventRevealed,
    Gained,
    Lost,
    Produced,
    StarPaid,
)
from domain.catan_cards.prompts import ActionPrompt, GainPrompt, StarPrompt, TaxPrompt, Why
from domain.catan_cards.state import Built, Land, SeatState
from tests.support.catan_cards.rolling import drawn, effect, on, outcome, waiting
from tests.support.catan_cards.table import ABOVE, BELOW, TOURNAMENT, card, principality, wide, with_feeling


def starred(number: int, stars: int = 1, **changes: Any) -> SeatState:
    """The start of a crest with so many stars."""
    return with_feeling(principality(number, **changes), number, stars=stars)


# Golden Times


def test_golden_times_are_paid_with_a_star() -> None:
    """K18: a star for any two; the roller decides and takes before the other decides."""
    moment = drawn(waiting(starred(0), starred(1), top="golden_times"), 6)
    moment.then_asked(StarPrompt(0, Why.GOLDEN_TIMES))
    moment = moment.when(0, PayStar())
    assert outcome(moment) == [StarPaid(0, 1, Why.GOLDEN_TIMES)]
    moment.then_asked(GainPrompt(0, 2, Why.GOLDEN_TIMES))
    moment = moment.when(0, Gain("fields_1_a")).when(0, Gain("goldfield_6_a"))
    assert moment.all(Gained) == [Gained(0, "goldfield_6_a", Why.GOLDEN_TIMES)]
    moment.then_asked(StarPrompt(1, Why.GOLDEN_TIMES))
    moment = moment.when(1, Decline())
    assert outcome(moment) == [
        Declined(1),
        EventReturned("golden_times-1"),
        Produced(("goldfield_6_a", "hills_6_b")),
        ActionsBegan(),
    ]
    moment.then_seat(0, stars=0).then_seat(1, stars=1).then_stored(0, grain=2, gold=3)


def test_golden_times_are_paid_once() -> None:
    """K18: each player once, however many stars he has."""
    moment = drawn(waiting(starred(0, stars=3), starred(1, stars=0), top="golden_times"))
    moment = moment.when(0, PayStar()).when(0, Gain("fields_1_a")).when(0, Gain("hills_5_a"))
    moment.then_asked(ActionPrompt(0))
    moment.then_seat(0, stars=2)


def test_golden_times_are_for_those_with_a_star() -> None:
    """R47: without one nobody is asked, as nobody is in a tournament without Public Feeling (R67)."""
    for state in (
        waiting(starred(0, stars=0), starred(1, stars=0), top="golden_times"),
        waiting(principality(0), principality(1), options=TOURNAMENT, top="golden_times"),
    ):
        assert [type(event) for event in effect(drawn(state))] == [EventRevealed, EventReturned, Produced, ActionsBegan]


def test_golden_times_need_room() -> None:
    """R47, R3: with room for one he may still pay and gets one; with none there is nothing to pay for."""
    full = dict.fromkeys(("brick", "lumber", "wool", "grain", "ore", "gold"), 3)
    one, none = starred(0, stored={**full, "ore": 2}), starred(1, stored=full)
    moment = drawn(waiting(one, none, top="golden_times")).when(0, PayStar())
    assert moment.all(Gained) == [Gained(0, "mountains_2_a", Why.GOLDEN_TIMES)]
    moment.the(ActionsBegan)


def test_who_does_not_answer_keeps_his_star() -> None:
    """R90: decline."""
    moment = drawn(waiting(starred(0), top="golden_times"))
    assert moment.default(0) == Decline()
    assert moment.options(0) == [PayStar(), Decline()]


# Unrest

TAXED = [*on(-1, ABOVE, "garrison"), *on(-1, BELOW, "abbey"), *on(1, ABOVE, "fleet_ore")]


def test_unrest_takes_the_harvest_and_a_tax() -> None:
    """K19, R32: no production for anybody who pays no star; one resource per Garrison, Abbey and fleet."""
    one, other = starred(0, stars=0, built=TAXED), starred(1, stars=0)
    moment = drawn(waiting(one, other, top="unrest"), 3)
    moment.then_asked(TaxPrompt(0, 3))
    moment = moment.when(0, PayTax(("fields_1_a", "pasture_3_a", "goldfield_6_a")))
    assert outcome(moment) == [
        Lost(0, ("fields_1_a", "pasture_3_a", "goldfield_6_a"), Why.UNREST),
        EventReturned("unrest-1"),
        ActionsBegan(),
    ]
    moment.then_stored(0, wool=0, grain=0, gold=0, ore=1).then_stored(1, ore=1)


@pytest.mark.parametrize("payers", [(), (0,), (1,), (0, 1)], ids=str)
@pytest.mark.parametrize("active", [0, 1])
def test_unrest_leaves_alone_who_pays_a_star(payers: tuple[int, ...], active: int) -> None:
    """K8, R27, R28: no tax, and his regions produce; each side for itself, the roller decides first."""
    one, other = starred(0, built=TAXED), starred(1, built=[Built(card("garrison", 2), 1, BELOW)])
    moment = drawn(waiting(one, other, top="unrest", active=active, first=active), 3)
    events = effect(moment)
    for seat in (active, 1 - active):
        moment.then_asked(StarPrompt(seat, Why.UNREST))
        moment = moment.when(seat, PayStar() if seat in payers else Decline())
        events += outcome(moment)
    for seat in (active, 1 - active):
        if seat not in payers:
            moment.then_asked(TaxPrompt(seat, 3 if seat == 0 else 1))
            moment = moment.when(seat, moment.default(seat))
            events += outcome(moment)
    produced = {0: "pasture_3_a", 1: "mountains_3_b"}
    expected = tuple(produced[seat] for seat in (active, 1 - active) if seat in payers)
    assert [event for event in events if isinstance(event, Produced)] == ([Produced(expected)] if expected else [])
    assert {event.seat for event in events if isinstance(event, Lost)} == {0, 1} - set(payers)
    assert isinstance(events[-1], ActionsBegan)


def test_everybody_with_a_star_is_asked_at_unrest() -> None:
    """R30: whatever he stands to lose, for production is at stake; but nobody without a star (R27)."""
    moment = drawn(waiting(starred(0, stars=0), starred(1, stars=2), top="unrest"))
    moment.then_asked(StarPrompt(1, Why.UNREST))
    assert moment.when(1, PayStar()).the(Produced).gained == ("goldfield_1_b",)


def test_the_tax_is_three_at_most() -> None:
    """K19: whatever is taxed."""
    fleets = [Built(card(f"fleet_{kind}"), slot, ABOVE) for kind, slot in (("ore", -3), ("wool", 3), ("gold", 1))]
    seat = with_feeling(wide(0, built=[*TAXED[:2], *fleets]), 0, stars=0)
    drawn(waiting(seat, starred(1, stars=0), top="unrest")).then_asked(TaxPrompt(0, 3))


def test_nothing_else_is_taxed() -> None:
    """R32: not a Village School, a Market Town, a Library, a knight, a production building."""
    built = [
        *on(-1, ABOVE, "library", "village_school"),
        *on(-1, BELOW, "foundry", "knight_otto"),
        *on(0, None, "market_town"),
        *on(1, ABOVE, "smithy"),
    ]
    moment = drawn(waiting(starred(0, stars=0, cities=(-1,), built=built), starred(1, stars=0), top="unrest"))
    assert [type(event) for event in effect(moment)] == [EventRevealed, EventReturned, ActionsBegan]


def test_who_has_less_pays_what_he_has() -> None:
    """K19, R85: all of it, unasked; with nothing, nothing."""
    seat = starred(0, stars=0, built=TAXED, stored={"ore": 1, "gold": 1})
    broke = starred(1, stars=0, built=[Built(card("garrison", 2), 1, BELOW)], stored=0)
    moment = drawn(waiting(seat, broke, top="unrest"))
    assert [sorted(event.regions) for event in moment.all(Lost)] == [["goldfield_6_a", "mountains_2_a"]]


def test_one_region_that_stores_something_pays_unasked() -> None:
    """R85."""
    seat = starred(0, stars=0, built=TAXED[:1], stored={"ore": 3})
    assert drawn(waiting(seat, starred(1, stars=0), top="unrest")).the(Lost).regions == ("mountains_2_a",)


def test_the_payer_chooses_types_and_may_name_regions() -> None:
    """R5, R91: listed is every choice of types once; any exact sum is accepted, nothing else."""
    seat = with_feeling(wide(0, built=TAXED[:2]), 0, stars=0)
    moment = drawn(waiting(seat, starred(1, stars=0), top="unrest"))
    moment.then_asked(TaxPrompt(0, 2))
    offered = moment.options(0)
    kinds = ("brick", "lumber", "wool", "grain", "ore", "gold")
    assert len(offered) == len(list(combinations(kinds, 2))) + 2  # two of grain or of ore are there, one of the others
    for command in offered:
        moment.when(0, command).the(Lost)
    moment.when(0, PayTax(("fields_4", "fields_1_a"))).the(Lost)
    moment.when(0, PayTax(("fields_4", "fields_4"))).then_rejected("payment", "R91")
    moment.when(0, PayTax(("fields_4",))).then_rejected("payment")
    moment.when(0, PayTax(("fields_4", "goldfield_1_b"))).then_rejected("payment")
    moment.when(0, PayTax(("fields_4", "fields_3", "fields_1_a"))).then_rejected("payment")
    moment.when(1, PayTax(("goldfield_1_b", "pasture_4_b"))).then_rejected("not-asked")


def test_with_one_type_the_payer_chooses_regions() -> None:
    """R85, R91: two regions of a type are two answers; the default pays out of the one with more."""
    more = [Land("mountains_4", -4, ABOVE, 2)]
    seat = starred(0, stars=0, built=TAXED[:2], stored={"ore": 1}, more=more)
    moment = drawn(waiting(seat, starred(1, stars=0), top="unrest"))
    moment.then_asked(TaxPrompt(0, 2))
    assert moment.options(0) == [PayTax(("mountains_4", "mountains_4")), PayTax(("mountains_4", "mountains_2_a"))]
    assert moment.default(0) == PayTax(("mountains_4", "mountains_4"))


def test_who_does_not_choose_pays_of_what_he_has_most() -> None:
    """R90: the type held most, each time anew; order brick, lumber, wool, grain, ore, gold."""
    seat = starred(0, stars=0, built=TAXED, stored={"ore": 3, "wool": 2, "gold": 2})
    moment = drawn(waiting(seat, starred(1, stars=0), top="unrest"))
    assert moment.default(0) == PayTax(("pasture_3_a", "mountains_2_a", "mountains_2_a"))


def test_the_tax_comes_before_the_skipped_production() -> None:
    """R32: what a payer's opponent would gain is not there to be paid with."""
    seat = starred(0, stars=0, built=TAXED[:1], stored={"ore": 1})
    moment = drawn(waiting(seat, starred(1), top="unrest"), 2)
    moment = moment.when(1, PayStar())
    assert [type(event) for event in outcome(moment)] == [StarPaid, Lost, EventReturned, Produced, ActionsBegan]
    moment.then_stored(0, ore=0)
