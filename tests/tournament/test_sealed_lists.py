"""Sealed lists: every match is opened with exactly the lists that were sealed, and a bundle proves it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from chronik.domain.engine.game import Rejected
from chronik.domain.engine.match.commands import OpenMatch
from chronik.domain.engine.match.events import Cause, Disclosure
from chronik.domain.log.canonical import encode
from chronik.domain.log.verdict import Status, Verdict
from chronik.domain.tournament.proof.bundle import BundledDeck, Line
from chronik.domain.tournament.proof.verification import verify
from chronik.domain.tournament.record.commands import Cancel, CreateTournament, InspectDeck, InspectMatch, RuleTable
from chronik.domain.tournament.record.plan import Decks, Pinned, Plan
from chronik.domain.tournament.record.seeds import commitments
from chronik.domain.tournament.record.state import Tournament
from chronik.domain.tournament.rules.decide import decide
from chronik.domain.tournament.rules.opening import build_first_command, build_opening
from chronik.projections.tournament.list_statistics import CardLine, ListLine, card_lines, games_of, list_lines
from tests.support.cases import for_each
from tests.support.engine.lists import LISTS
from tests.support.engine.sittings import Loaded
from tests.support.tournament.local_tournament import (
    CHRONIK,
    ID,
    KATHARINA,
    ORGANISER,
    SECRET,
    LocalTournament,
    encode_bundle,
    plan,
)
from tests.tournament.list_tournament import LISTS_OF, TWO_ROUNDS, ListTournament, without_list

LOADED = Loaded((LISTS,))


def verify_lines(lines: list[Line]) -> Verdict:
    return verify(encode_bundle(lines), LOADED)


@pytest.fixture(scope="module")
def finished() -> ListTournament:
    cup = ListTournament()
    cup.play_rounds(2).finish()
    return cup


def test_the_bundle_proves_that_every_seat_submitted_its_sealed_list(finished: ListTournament) -> None:
    found = verify_lines(list(finished.lines()))
    assert found.ok, found
    assert "4 opened lists are as sealed by the entrant." in found.notes
    assert "8 seats brought exactly the list that was sealed." in found.notes


def test_a_removed_list_is_reported_and_the_rest_verifies(finished: ListTournament) -> None:
    lines = [line for line in finished.lines() if not isinstance(line, BundledDeck) or line.entrant != 2]
    found = verify_lines(lines)
    assert found.ok, found
    assert "6 seats brought exactly the list that was sealed." in found.notes
    assert "2 seats brought a list that is not in the file, so it was not checked." in found.notes


def test_lists_that_stay_closed_and_matches_without_them_count_as_unchecked() -> None:
    cup = ListTournament(Decks.CLOSED)
    cup.play_rounds().finish()
    shown = verify_lines(list(cup.lines()))
    assert shown.ok, shown
    assert "4 seats brought a list that is not in the file, so it was not checked." in shown.notes
    kept = verify_lines(list(cup.lines(withheld=True)))
    assert kept.ok, kept
    assert "0 matches verified, 2 withheld because of the sealed lists, not checked" in kept.sentence


def test_a_match_is_withheld_only_until_the_end() -> None:
    cup = ListTournament()
    cup.play_rounds()
    running = verify_lines(list(cup.lines(withheld=True)))
    assert running.ok, running
    cup.finish()
    assert "is withheld, although matches are open to all" in verify_lines(list(cup.lines(withheld=True))).sentence
    players = ListTournament(disclosure=Disclosure.PLAYERS)
    players.play_rounds().finish()
    assert verify_lines(list(players.lines(withheld=True))).ok


def swap_list(command: OpenMatch) -> OpenMatch:
    first, other = command.first
    return replace(command, first=(build_first_command(LISTS.lists, first.seat, "7 8 9"), other))


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        (swap_list, "that is not the sealed one"),
        (lambda command: without_list(command, 0), "that is not the sealed one"),
        (
            lambda command: replace(command, held=False),
            "is withheld, or has lists, in a way that the plan does not allow",
        ),
    ],
)
def test_a_match_opened_with_other_lists_is_detected(changed: Callable[[OpenMatch], OpenMatch], expected: str) -> None:
    """As a dishonest service could do it: everything else in the bundle is consistent."""
    cup = ListTournament()
    number = cup.start()
    one, other = [table.match for table in cup.tournament.rounds[number - 1].tables]
    cup.play_match(one)
    cup.play_match(other, command=changed(cup.opening(other)))
    cup.finish()
    found = verify_lines(list(cup.lines()))
    assert found.status is Status.ALTERED
    assert expected in found.sentence
    assert "Round 1, table 2" in found.sentence


def test_a_match_under_rules_other_than_those_of_its_lists_is_detected() -> None:
    cup = ListTournament(pinned=Pinned(2, LISTS.facts))
    cup.play_rounds().finish()
    assert "was not played under the rules to which the plan is pinned" in verify_lines(list(cup.lines())).sentence


def test_only_a_plan_with_lists_may_pin_its_game() -> None:
    planned = Plan("lists", (TWO_ROUNDS,), "match-points")
    with pytest.raises(Rejected, match="bad-plan"):
        decide(
            Tournament(ID),
            ORGANISER,
            CreateTournament(planned, commitments(ID, SECRET), (2,), pinned=Pinned(1, LISTS.facts)),
            SECRET,
        )


def test_a_tournament_that_pins_no_game_opens_its_tables_without_lists() -> None:
    cup = LocalTournament(plan(decks=Decks.AFTER)).register_bots(2)
    cup.start()
    (table,) = cup.tournament.rounds[0].tables
    command = build_opening(cup.tournament, table.games[0], KATHARINA.lists, {}, KATHARINA.version)
    assert (command.held, command.first) == (False, ())


@pytest.mark.parametrize(("rules", "bound"), [(1, False), (2, True)])
def test_a_match_records_that_its_secret_is_bound_if_its_rules_support_that(rules: int, bound: bool) -> None:
    """0.2.0 rc 1 cannot read this field, and plays by rules 1."""
    cup = LocalTournament(plan()).register_bots(2)
    cup.start()
    (table,) = cup.tournament.rounds[0].tables
    command = build_opening(cup.tournament, table.games[0], KATHARINA.lists, {}, rules)
    assert command.bound is bound
    assert (b"bound" in encode(command)) is bound


RITA, OTHER = "e" * 32, "d" * 32


def test_an_inspection_of_a_withheld_match_or_list_is_an_entry_that_verifies() -> None:
    cup = ListTournament()
    cup.play_rounds()
    (match, _) = cup.tables
    cup.do(InspectMatch(RITA, match), by=CHRONIK)
    cup.finish()
    cup.do(InspectMatch(OTHER, match), by=CHRONIK)
    cup.do(InspectDeck(OTHER, 1), by=CHRONIK)
    assert [(one.player, one.seen) for one in cup.tournament.inspections] == [
        (RITA, match),
        (OTHER, match),
        (OTHER, 1),
    ]
    found = verify_lines(list(cup.lines()))
    assert found.ok, found


def test_an_inspection_covers_further_looks_for_an_hour() -> None:
    cup = ListTournament()
    cup.play_rounds()
    one, other = cup.tables
    cup.do(InspectMatch(RITA, one), by=CHRONIK)
    at = cup.log[-1].at
    seen = cup.tournament
    assert [seen.has_inspected(RITA, one, at + later) for later in (-1, 0, 3_599_999, 3_600_000)] == [
        False,
        True,
        True,
        False,
    ]
    assert not seen.has_inspected(RITA, other, at)
    assert not seen.has_inspected(OTHER, one, at)
    cup.do(InspectMatch(RITA, one), by=CHRONIK)
    (look,) = cup.tournament.inspections
    assert look.at == cup.log[-1].at > at


@for_each(
    ("command", "by", "code"),
    [
        (lambda match: InspectMatch(RITA, match), RITA, "by-itself"),
        (lambda match: InspectMatch("1" * 32, match), CHRONIK, "takes-part"),
        (lambda match: InspectMatch(RITA, "0" * 32), CHRONIK, "no-such-table"),
        (lambda _: InspectDeck(RITA, 1), RITA, "by-itself"),
        (lambda _: InspectDeck("1" * 32, 2), CHRONIK, "takes-part"),
        (lambda _: InspectDeck(RITA, 99), CHRONIK, "no-such-entrant"),
    ],
)
def test_an_inspection_by_an_entrant_or_by_a_players_request_is_refused(
    command: Callable[[str], InspectMatch | InspectDeck], by: str, code: str
) -> None:
    cup = ListTournament()
    cup.play_rounds()
    with pytest.raises(Rejected) as refusal:
        cup.do(command(next(iter(cup.tables))), by=by)
    assert refusal.value.code == code


def test_inspections_are_refused_if_the_tournament_withholds_nothing() -> None:
    cup = LocalTournament(plan()).register_bots(2)
    cup.start()
    with pytest.raises(Rejected, match="no-such-table"):
        cup.do(InspectMatch(RITA, cup.tournament.rounds[0].tables[0].match), by=CHRONIK)
    with pytest.raises(Rejected, match="no-decks"):
        cup.do(InspectDeck(RITA, 1), by=CHRONIK)


def test_calling_off_a_tournament_opens_its_lists_unless_they_stay_closed() -> None:
    cup = ListTournament()
    cup.do(Cancel())
    assert all(one.deck is not None and one.deck.opened for one in cup.tournament.entrants)
    closed = ListTournament(Decks.CLOSED)
    closed.do(Cancel())
    assert not any(one.deck is not None and one.deck.opened for one in closed.tournament.entrants)


def test_list_and_card_statistics_match_a_count_by_hand(finished: ListTournament) -> None:
    """The result of each game is looked up here: every list is played in two rounds, at one table each."""
    tournament = finished.tournament
    first: list[int] = []
    sat: list[int] = []
    for one in tournament.rounds:
        for table in one.tables:
            assert table.result is not None
            sat += table.entrants
            winners = [number for number, place in zip(table.entrants, table.result.places, strict=True) if place == 1]
            first += winners if len(winners) == 1 else []
    lines = list_lines(tournament, LISTS_OF)
    assert lines == tuple(ListLine(number, sat.count(number), first.count(number)) for number in LISTS_OF)
    lists = {number: dict.fromkeys(text.split(), 1) for number, text in LISTS_OF.items()}
    cards = card_lines(lines, lists)
    assert [(one.card, one.lists, one.copies) for one in cards[:2]] == [("1", 2, 2), ("9", 2, 2)]
    nine = next(line for line in cards if line.card == "9")
    assert (nine.played, nine.won) == (4, first.count(1) + first.count(4))
    assert card_lines(lines[:1], lists) == tuple(
        CardLine(card, 1, 1, lines[0].played, lines[0].won) for card in ("1", "5", "9")
    ), "of a list that is not open nothing is counted"


def test_a_game_ruled_as_a_no_show_does_not_count_for_a_list() -> None:
    cup = ListTournament()
    cup.start()
    table = cup.tournament.rounds[0].tables[0]
    cup.do(RuleTable(1, 1, (1, 0), (1, 2), Cause.NO_SHOW))
    assert [(game.match, game.won) for game in games_of(cup.tournament, table.entrants[0])] == [(table.match, None)]
    assert list_lines(cup.tournament, table.entrants[:1]) == (ListLine(table.entrants[0], 0, 0),)
