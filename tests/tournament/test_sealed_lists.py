"""Sealed lists in tournaments: every match is opened with the very lists that were sealed, and a bundle proves it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from domain.engine.game import Rejected
from domain.engine.match.commands import OpenMatch
from domain.engine.match.events import Cause, Disclosure
from domain.engine.proof.verification import Status
from domain.tournament.proof.bundle import BundledDeck, Line
from domain.tournament.proof.verification import Findings, verify
from domain.tournament.record.commands import Cancel, CreateTournament, InspectDeck, InspectMatch, RuleTable
from domain.tournament.record.plan import Decks, Pinned, Plan
from domain.tournament.record.seeds import commitments
from domain.tournament.record.state import Tournament
from domain.tournament.rules.decide import decide
from domain.tournament.rules.opening import first_command, opening
from projections.tournament.opened import CardLine, ListLine, card_lines, games_of, list_lines
from tests.support.engine.lists import LISTS
from tests.support.engine.sittings import Loaded
from tests.support.tournament.held import CHRONIK, ID, KATHARINA, ORGANISER, SECRET, Held, bound, plan
from tests.support.tournament.listed import LISTS_OF, TWO_ROUNDS, Listed, without

LOADED = Loaded((LISTS,))


def checked(lines: list[Line]) -> Findings:
    return verify(bound(lines), LOADED)


@pytest.fixture(scope="module")
def ended() -> Listed:
    held = Listed()
    held.play(2).finish()
    return held


def test_the_bundle_of_an_ended_tournament_proves_that_every_seat_has_brought_what_was_sealed(ended: Listed) -> None:
    found = checked(list(ended.lines()))
    assert found.ok, found
    assert "4 opened lists are as sealed before the first round." in found.notes
    assert "8 seats have brought the very list that was sealed." in found.notes


def test_a_list_that_was_taken_out_is_told_and_the_rest_verifies(ended: Listed) -> None:
    lines = [line for line in ended.lines() if not isinstance(line, BundledDeck) or line.entrant != 2]
    found = checked(lines)
    assert found.ok, found
    assert "6 seats have brought the very list that was sealed." in found.notes
    assert "2 seats have brought a list that is not shown, and is unchecked." in found.notes


def test_lists_that_stay_closed_and_matches_without_them_count_as_unchecked() -> None:
    held = Listed(Decks.CLOSED)
    held.play().finish()
    shown = checked(list(held.lines()))
    assert shown.ok, shown
    assert "4 seats have brought a list that is not shown, and is unchecked." in shown.notes
    kept = checked(list(held.lines(withheld=True)))
    assert kept.ok, kept
    assert "0 matches verified, 2 held back because of the lists and not checked" in kept.sentence


def test_a_match_is_held_back_until_the_end_and_no_longer() -> None:
    held = Listed()
    held.play()
    running = checked(list(held.lines(withheld=True)))
    assert running.ok, running
    held.finish()
    assert "is withheld, though matches are open to all" in checked(list(held.lines(withheld=True))).sentence
    players = Listed(disclosure=Disclosure.PLAYERS)
    players.play().finish()
    assert checked(list(players.lines(withheld=True))).ok


def another_list(command: OpenMatch) -> OpenMatch:
    first, other = command.first
    return replace(command, first=(first_command(LISTS.lists, first.seat, "7 8 9"), other))


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        (another_list, "has brought another list to match"),
        (lambda command: without(command, 0), "has brought another list to match"),
        (lambda command: replace(command, held=False), "is held, or lists were brought to it, otherwise than its plan"),
    ],
)
def test_a_match_that_was_opened_otherwise_is_found_out(changed: Callable[[OpenMatch], OpenMatch], told: str) -> None:
    """As the service would have it that wants to: all else in the bundle fits."""
    held = Listed()
    number = held.start()
    one, other = [table.match for table in held.tournament.rounds[number - 1].tables]
    held.arrive(one)
    held.arrive(other, command=changed(held.opening(other)))
    held.finish()
    found = checked(list(held.lines()))
    assert found.status is Status.ALTERED
    assert told in found.sentence
    assert "Round 1, table 2" in found.sentence


def test_the_rules_are_those_that_the_lists_were_judged_by() -> None:
    held = Listed(pinned=Pinned(2, LISTS.facts))
    held.play().finish()
    assert "is played by other rules than the plan is pinned to" in checked(list(held.lines())).sentence


def test_a_game_is_pinned_for_lists_only() -> None:
    planned = Plan("lists", (TWO_ROUNDS,), "match-points")
    with pytest.raises(Rejected, match="bad-plan"):
        decide(
            Tournament(ID),
            ORGANISER,
            CreateTournament(planned, commitments(ID, SECRET), (2,), pinned=Pinned(1, LISTS.facts)),
            SECRET,
        )


def test_a_tournament_that_is_not_pinned_opens_its_tables_as_ever() -> None:
    held = Held(plan(decks=Decks.AFTER)).bots(2)
    held.start()
    (table,) = held.tournament.rounds[0].tables
    command = opening(held.tournament, table.games[0], KATHARINA.lists, {})
    assert (command.held, command.first) == (False, ())


RITA, OTHER = "e" * 32, "d" * 32


def test_a_look_at_a_held_match_or_a_list_is_an_entry_that_verifies() -> None:
    held = Listed()
    held.play()
    (match, _) = held.tables
    held.do(InspectMatch(RITA, match), by=CHRONIK)
    held.finish()
    held.do(InspectMatch(OTHER, match), by=CHRONIK)
    held.do(InspectDeck(OTHER, 1), by=CHRONIK)
    assert [(one.player, one.seen) for one in held.tournament.looks] == [(RITA, match), (OTHER, match), (OTHER, 1)]
    found = checked(list(held.lines()))
    assert found.ok, found


def test_a_look_covers_the_next_ones_for_an_hour() -> None:
    held = Listed()
    held.play()
    one, other = held.tables
    held.do(InspectMatch(RITA, one), by=CHRONIK)
    at = held.log[-1].at
    seen = held.tournament
    assert [seen.has_looked(RITA, one, at + later) for later in (-1, 0, 3_599_999, 3_600_000)] == [
        False,
        True,
        True,
        False,
    ]
    assert not seen.has_looked(RITA, other, at)
    assert not seen.has_looked(OTHER, one, at)
    held.do(InspectMatch(RITA, one), by=CHRONIK)
    (look,) = held.tournament.looks
    assert look.at == held.log[-1].at > at


@pytest.mark.parametrize(
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
def test_who_does_not_look(command: Callable[[str], InspectMatch | InspectDeck], by: str, code: str) -> None:
    held = Listed()
    held.play()
    with pytest.raises(Rejected) as refusal:
        held.do(command(next(iter(held.tables))), by=by)
    assert refusal.value.code == code


def test_matches_that_are_not_held_are_looked_at_without_the_tournament() -> None:
    held = Held(plan()).bots(2)
    held.start()
    with pytest.raises(Rejected, match="no-such-table"):
        held.do(InspectMatch(RITA, held.tournament.rounds[0].tables[0].match), by=CHRONIK)
    with pytest.raises(Rejected, match="no-decks"):
        held.do(InspectDeck(RITA, 1), by=CHRONIK)


def test_lists_are_opened_when_a_tournament_with_them_is_called_off() -> None:
    held = Listed()
    held.do(Cancel())
    assert all(one.deck is not None and one.deck.opened for one in held.tournament.entrants)
    closed = Listed(Decks.CLOSED)
    closed.do(Cancel())
    assert not any(one.deck is not None and one.deck.opened for one in closed.tournament.entrants)


def test_how_opened_lists_and_their_cards_have_done_by_the_results_on_paper(ended: Listed) -> None:
    """The result of each game is looked up by hand here: every list is played in two rounds, at one table each."""
    tournament = ended.tournament
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


def test_a_game_that_nobody_came_to_counts_for_no_list() -> None:
    held = Listed()
    held.start()
    table = held.tournament.rounds[0].tables[0]
    held.do(RuleTable(1, 1, (1, 0), (1, 2), Cause.NO_SHOW))
    assert [(game.match, game.won) for game in games_of(held.tournament, table.entrants[0])] == [(table.match, None)]
    assert list_lines(held.tournament, table.entrants[:1]) == (ListLine(table.entrants[0], 0, 0),)
