"""The event cards of the theme set (6.4)."""

from __future__ import annotations

from itertools import combinations
from typing import Any

from chronik.domain.catan_cards.commands import Decline, Gain, PayStar, PayTax
from chronik.domain.catan_cards.events import (
    ActionsBegan,
    Declined,
    EventReturned,
    EventRevealed,
    Gained,
    Lost,
    Produced,
    StarPaid,
)
from chronik.domain.catan_cards.prompts import ActionPrompt, GainPrompt, StarPrompt, TaxPrompt, Why
from chronik.domain.catan_cards.state import Built, Land, SeatState
from tests.catan_cards.rolling import before_roll, effect, on, outcome, roll_event_card
from tests.support.cases import for_each
from tests.support.catan_cards.table import (
    ABOVE,
    BELOW,
    TOURNAMENT,
    card,
    principality,
    wide_principality,
    with_feeling,
)


def seat_with_stars(number: int, stars: int = 1, **changes: Any) -> SeatState:
    """Returns the start of a crest with these stars."""
    return with_feeling(principality(number, **changes), number, stars=stars)


# Golden Times


def test_golden_times_give_two_resources_for_a_star() -> None:
    """K18: the player chooses any two; the roller decides and gains before the other player decides."""
    moment = roll_event_card(before_roll(seat_with_stars(0), seat_with_stars(1), top="golden_times"), 6)
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


def test_golden_times_are_paid_once_per_player() -> None:
    """K18: whatever number of stars a player has."""
    moment = roll_event_card(before_roll(seat_with_stars(0, stars=3), seat_with_stars(1, stars=0), top="golden_times"))
    moment = moment.when(0, PayStar()).when(0, Gain("fields_1_a")).when(0, Gain("hills_5_a"))
    moment.then_asked(ActionPrompt(0))
    moment.then_seat(0, stars=2)


def test_only_players_with_a_star_are_asked_in_golden_times() -> None:
    """R47: so no player in a tournament game without Public Feeling (R67)."""
    for state in (
        before_roll(seat_with_stars(0, stars=0), seat_with_stars(1, stars=0), top="golden_times"),
        before_roll(principality(0), principality(1), options=TOURNAMENT, top="golden_times"),
    ):
        assert [type(event) for event in effect(roll_event_card(state))] == [
            EventRevealed,
            EventReturned,
            Produced,
            ActionsBegan,
        ]


def test_golden_times_give_nothing_without_room_for_a_resource() -> None:
    """R47, R3: with room for one the player may pay and gets one; without room there is no question."""
    full = dict.fromkeys(("brick", "lumber", "wool", "grain", "ore", "gold"), 3)
    one, none = seat_with_stars(0, stored={**full, "ore": 2}), seat_with_stars(1, stored=full)
    moment = roll_event_card(before_roll(one, none, top="golden_times")).when(0, PayStar())
    assert moment.all(Gained) == [Gained(0, "mountains_2_a", Why.GOLDEN_TIMES)]
    moment.the(ActionsBegan)


def test_golden_times_are_declined_by_default() -> None:
    """R90: the default answer is to decline."""
    moment = roll_event_card(before_roll(seat_with_stars(0), top="golden_times"))
    assert moment.default(0) == Decline()
    assert moment.options(0) == [PayStar(), Decline()]


# Unrest

TAXED = [*on(-1, ABOVE, "garrison"), *on(-1, BELOW, "abbey"), *on(1, ABOVE, "fleet_ore")]


def test_unrest_stops_production_and_collects_a_tax() -> None:
    """K19, R32: for players who pay no star; one resource for each Garrison, Abbey and fleet."""
    one, other = seat_with_stars(0, stars=0, built=TAXED), seat_with_stars(1, stars=0)
    moment = roll_event_card(before_roll(one, other, top="unrest"), 3)
    moment.then_asked(TaxPrompt(0, 3))
    moment = moment.when(0, PayTax(("fields_1_a", "pasture_3_a", "goldfield_6_a")))
    assert outcome(moment) == [
        Lost(0, ("fields_1_a", "pasture_3_a", "goldfield_6_a"), Why.UNREST),
        EventReturned("unrest-1"),
        ActionsBegan(),
    ]
    moment.then_stored(0, wool=0, grain=0, gold=0, ore=1).then_stored(1, ore=1)


@for_each("payers", [(), (0,), (1,), (0, 1)])
@for_each("active", [0, 1])
def test_a_player_who_pays_a_star_is_spared_from_unrest(payers: tuple[int, ...], active: int) -> None:
    """K8, R27, R28: no tax, and the payer's regions produce; each player separately, roller first."""
    one, other = seat_with_stars(0, built=TAXED), seat_with_stars(1, built=[Built(card("garrison", 2), 1, BELOW)])
    moment = roll_event_card(before_roll(one, other, top="unrest", active=active, first=active), 3)
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


def test_every_player_with_a_star_is_asked_during_unrest() -> None:
    """R30: a player is asked even if the tax takes nothing, because production is at stake (R27)."""
    moment = roll_event_card(before_roll(seat_with_stars(0, stars=0), seat_with_stars(1, stars=2), top="unrest"))
    moment.then_asked(StarPrompt(1, Why.UNREST))
    assert moment.when(1, PayStar()).the(Produced).gained == ("goldfield_1_b",)


def test_the_tax_of_unrest_is_at_most_three_resources() -> None:
    """K19: whatever number of cards is taxed."""
    fleets = [Built(card(f"fleet_{kind}"), slot, ABOVE) for kind, slot in (("ore", -3), ("wool", 3), ("gold", 1))]
    seat = with_feeling(wide_principality(0, built=[*TAXED[:2], *fleets]), 0, stars=0)
    roll_event_card(before_roll(seat, seat_with_stars(1, stars=0), top="unrest")).then_asked(TaxPrompt(0, 3))


def test_only_garrisons_abbeys_and_fleets_are_taxed() -> None:
    """R32: Village Schools, Market Towns, Libraries, knights and production buildings are not taxed."""
    built = [
        *on(-1, ABOVE, "library", "village_school"),
        *on(-1, BELOW, "foundry", "knight_otto"),
        *on(0, None, "market_town"),
        *on(1, ABOVE, "smithy"),
    ]
    moment = roll_event_card(
        before_roll(seat_with_stars(0, stars=0, cities=(-1,), built=built), seat_with_stars(1, stars=0), top="unrest")
    )
    assert [type(event) for event in effect(moment)] == [EventRevealed, EventReturned, ActionsBegan]


def test_a_player_with_less_than_the_tax_pays_everything() -> None:
    """K19, R85: without a question."""
    seat = seat_with_stars(0, stars=0, built=TAXED, stored={"ore": 1, "gold": 1})
    broke = seat_with_stars(1, stars=0, built=[Built(card("garrison", 2), 1, BELOW)], stored=0)
    moment = roll_event_card(before_roll(seat, broke, top="unrest"))
    assert [sorted(event.regions) for event in moment.all(Lost)] == [["goldfield_6_a", "mountains_2_a"]]


def test_no_question_is_asked_if_only_one_region_can_pay() -> None:
    """R85."""
    seat = seat_with_stars(0, stars=0, built=TAXED[:1], stored={"ore": 3})
    assert roll_event_card(before_roll(seat, seat_with_stars(1, stars=0), top="unrest")).the(Lost).regions == (
        "mountains_2_a",
    )


def test_the_payer_chooses_kinds_and_may_name_regions() -> None:
    """R5, R91: every choice of kinds is listed once; any exact sum is accepted, nothing else."""
    seat = with_feeling(wide_principality(0, built=TAXED[:2]), 0, stars=0)
    moment = roll_event_card(before_roll(seat, seat_with_stars(1, stars=0), top="unrest"))
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


def test_a_payer_with_only_one_kind_of_resource_chooses_the_regions() -> None:
    """R85, R91: two regions of a kind are two answers; by default the fuller one pays."""
    more = [Land("mountains_4", -4, ABOVE, 2)]
    seat = seat_with_stars(0, stars=0, built=TAXED[:2], stored={"ore": 1}, more=more)
    moment = roll_event_card(before_roll(seat, seat_with_stars(1, stars=0), top="unrest"))
    moment.then_asked(TaxPrompt(0, 2))
    assert moment.options(0) == [PayTax(("mountains_4", "mountains_4")), PayTax(("mountains_4", "mountains_2_a"))]
    assert moment.default(0) == PayTax(("mountains_4", "mountains_4"))


def test_by_default_the_tax_takes_the_most_plentiful_resources() -> None:
    """R90: one by one; the order is brick, lumber, wool, grain, ore, gold."""
    seat = seat_with_stars(0, stars=0, built=TAXED, stored={"ore": 3, "wool": 2, "gold": 2})
    moment = roll_event_card(before_roll(seat, seat_with_stars(1, stars=0), top="unrest"))
    assert moment.default(0) == PayTax(("pasture_3_a", "mountains_2_a", "mountains_2_a"))


def test_the_tax_comes_before_the_skipped_production() -> None:
    """R32: resources from production cannot pay it."""
    seat = seat_with_stars(0, stars=0, built=TAXED[:1], stored={"ore": 1})
    moment = roll_event_card(before_roll(seat, seat_with_stars(1), top="unrest"), 2)
    moment = moment.when(1, PayStar())
    assert [type(event) for event in outcome(moment)] == [StarPaid, Lost, EventReturned, Produced, ActionsBegan]
    moment.then_stored(0, ore=0)
