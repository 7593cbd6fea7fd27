"""Entrants: who may enter when, what pressing twice does, and who may not come back."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from domain.engine.match.events import Cause
from domain.tournament.record.events import (
    Appointed,
    CheckedIn,
    DeckSealed,
    Disqualified,
    Forbidden,
    NotShown,
    Penalised,
    Registered,
    RegistrationClosed,
    RegistrationOpened,
    Returned,
    Role,
    Withdrawn,
)
from domain.tournament.record.plan import Decks, Method, Stage
from domain.tournament.record.state import Phase
from domain.tournament.rules import entrants, rounds, staff
from tests.support.tournament.record import ANA, BEN, ORGANISER, PODS, REFEREE, SWISS, Record


def test_players_register_themselves_while_registration_is_open() -> None:
    record = Record()
    assert record.refused(entrants.register, ANA, player=ANA).code == "registration-closed"
    assert record.when(entrants.open_registration, ORGANISER) == (RegistrationOpened(),)
    assert record.when(entrants.register, ANA, player=ANA, club="north") == (Registered(1, player=ANA, club="north"),)
    assert record.when(entrants.close_registration, ORGANISER) == (RegistrationClosed(),)
    assert record.tournament.phase is Phase.READY
    assert record.refused(entrants.register, BEN, player=BEN).code == "registration-closed"


def test_a_player_is_entered_once_however_often_the_button_is_pressed() -> None:
    record = Record()
    record.when(entrants.register, ORGANISER, player=ANA)
    assert record.when(entrants.register, ORGANISER, player=ANA) == ()
    assert len(record.tournament.entrants) == 1


def test_nobody_enters_somebody_else_or_a_bot_but_the_organiser() -> None:
    record = Record()
    record.when(entrants.open_registration, ORGANISER)
    assert record.refused(entrants.register, ANA, player=BEN).code == "not-organiser"
    assert record.refused(entrants.register, ANA, bot="greedy").code == "not-organiser"
    record.when(entrants.register, ORGANISER, bot="greedy")
    record.when(entrants.register, ORGANISER, bot="greedy")
    assert [one.bot for one in record.tournament.entrants] == ["greedy", "greedy"]


def test_guests_play_elsewhere_and_bots_here() -> None:
    assert Record().refused(entrants.register, ORGANISER, player=ANA, guest=True).code == "guests-play-elsewhere"
    elsewhere = Record(replace(SWISS, elsewhere=True))
    assert elsewhere.refused(entrants.register, ORGANISER, bot="greedy").code == "bots-play-here"
    assert elsewhere.when(entrants.register, ORGANISER, player=ANA, guest=True) == (Registered(1, ANA, guest=True),)


def test_a_tournament_with_all_its_places_taken_takes_nobody_until_somebody_leaves() -> None:
    record = Record(replace(SWISS, capacity=2)).entered(2)
    assert record.refused(entrants.register, ORGANISER, player=ANA).facts == {"capacity": 2}
    record.when(entrants.withdraw, "player-1", 1)
    record.when(entrants.register, ORGANISER, player=ANA)


def test_who_has_left_comes_back_by_the_organiser_only() -> None:
    record = Record().entered(1)
    assert record.when(entrants.withdraw, "player-1", 1) == (Withdrawn(1),)
    assert record.when(entrants.withdraw, "player-1", 1) == ()
    refusal = record.refused(entrants.register, ORGANISER, player="player-1")
    assert (refusal.code, refusal.facts) == ("registered-already", {"entrant": 1})
    assert record.refused(entrants.bring_back, "player-1", 1).code == "not-organiser"
    assert record.when(entrants.bring_back, ORGANISER, 1) == (Returned(1),)
    assert record.tournament.entrants[0].active


def test_somebody_checks_in_for_themselves_or_the_organiser_does() -> None:
    record = Record().entered(2)
    assert record.when(entrants.check_in, "player-1", 1) == (CheckedIn(1),)
    assert record.when(entrants.check_in, "player-1", 1) == ()
    assert record.refused(entrants.check_in, "player-1", 2).code == "not-organiser"
    record.when(entrants.check_in, ORGANISER, 2)
    record.when(entrants.withdraw, ORGANISER, 2)
    assert record.refused(entrants.check_in, "player-2", 2).code == "left-already"


def test_a_disqualification_is_a_ruling_with_a_cause_and_final() -> None:
    record = Record().entered(1)
    assert record.refused(entrants.disqualify, REFEREE, 1, Cause.CONDUCT).code == "not-referee"
    assert record.when(staff.appoint, ORGANISER, REFEREE, Role.REFEREE) == (Appointed(REFEREE, Role.REFEREE),)
    assert record.when(entrants.disqualify, REFEREE, 1, Cause.CONDUCT) == (Disqualified(1, Cause.CONDUCT),)
    assert record.when(entrants.disqualify, REFEREE, 1, Cause.CONDUCT) == ()
    assert record.refused(entrants.bring_back, ORGANISER, 1).code == "disqualified"
    assert record.refused(entrants.mark_absent, REFEREE, 1).code == "disqualified"
    assert record.refused(entrants.withdraw, "player-1", 1).code == "disqualified"


def test_a_referee_rules_and_does_not_organise() -> None:
    record = Record().entered(1)
    record.when(staff.appoint, ORGANISER, REFEREE, Role.REFEREE)
    assert record.when(entrants.mark_absent, REFEREE, 1) == (NotShown(1),)
    assert record.when(entrants.penalise, REFEREE, 1, 50, Cause.CONDUCT) == (Penalised(1, 50, Cause.CONDUCT),)
    assert record.refused(entrants.open_registration, REFEREE).code == "not-organiser"
    assert record.refused(staff.appoint, REFEREE, ANA, Role.REFEREE).code == "not-organiser"


def test_a_tournament_keeps_an_organiser() -> None:
    record = Record()
    assert record.refused(staff.appoint, ORGANISER, ORGANISER, Role.REFEREE).code == "last-organiser"
    record.when(staff.appoint, ORGANISER, ANA, Role.ORGANISER)
    assert record.when(staff.appoint, ORGANISER, ANA, Role.ORGANISER) == ()
    record.when(staff.appoint, ORGANISER, ORGANISER, Role.REFEREE)
    assert record.refused(entrants.open_registration, ORGANISER).code == "not-organiser"


def test_two_who_shall_not_meet_are_named_once() -> None:
    record = Record().entered(2)
    assert record.when(entrants.forbid, ORGANISER, 2, 1) == (Forbidden((1, 2)),)
    assert record.when(entrants.forbid, ORGANISER, 1, 2) == ()
    assert record.refused(entrants.forbid, ORGANISER, 1, 1).code == "same-entrant"
    assert record.refused(entrants.forbid, ORGANISER, 1, 3).code == "no-such-entrant"


def test_a_late_entrant_joins_a_first_stage_by_the_swiss_method() -> None:
    record = Record(PODS).entered(8)
    record.played()
    record.when(entrants.register, ORGANISER, player=ANA)
    assert record.tournament.entrants[-1].joined == 2
    assert 9 in [entrant for table in record.started().tables for entrant in table.entrants]


def test_nobody_joins_a_schedule_or_a_later_stage() -> None:
    schedule = Record(replace(SWISS, stages=(Stage(Method.ROUND_ROBIN, 2),))).entered(4)
    schedule.played()
    assert schedule.refused(entrants.register, ORGANISER, player=ANA).code == "too-late"
    pods = Record(PODS).entered(8)
    for _ in range(4):
        pods.played()
    assert pods.refused(entrants.register, ORGANISER, player=ANA).code == "too-late"


def test_who_did_not_check_in_is_not_there_when_the_first_round_is_paired() -> None:
    record = Record(replace(SWISS, check_in=True)).entered(3)
    record.when(entrants.register, ORGANISER, bot="greedy")
    record.when(entrants.check_in, "player-1", 1)
    first = record.paired()
    assert NotShown(2) in [recorded.row for recorded in record.rows]
    assert sorted(one for table in first.tables for one in table.entrants) == [1, 4]


def test_a_list_is_sealed_until_the_first_round_starts() -> None:
    record = Record(replace(SWISS, decks=Decks.AFTER)).entered(2)
    assert record.when(entrants.seal_deck, "player-1", 1, "c0") == (DeckSealed(1, "c0"),)
    record.when(entrants.seal_deck, "player-1", 1, "c1")
    assert record.refused(entrants.seal_deck, "player-1", 2, "c2").code == "not-organiser"
    record.started()
    assert record.refused(entrants.seal_deck, "player-1", 1, "c3").code == "decks-locked"
    assert Record().entered(1).refused(entrants.seal_deck, "player-1", 1, "c0").code == "no-decks"


def test_nobody_joins_after_the_last_round_of_the_first_stage_has_started() -> None:
    record = Record().entered(4)
    for _ in range(2):
        record.played()
    record.paired()
    record.when(entrants.register, ORGANISER, player=ANA)
    assert record.tournament.entrants[-1].joined == 3
    record.when(rounds.start, ORGANISER, 3)
    assert record.refused(entrants.register, ORGANISER, player=BEN).code == "too-late"


def test_who_had_not_come_when_the_first_stage_began_joins_it_as_a_late_entrant() -> None:
    record = Record(replace(SWISS, check_in=True)).entered(5)
    for number in (1, 2, 3, 4):
        record.when(entrants.check_in, ORGANISER, number)
    record.played()
    record.when(entrants.bring_back, ORGANISER, 5)
    assert record.tournament.entrants[4].joined == 2
    round_ = record.paired()
    assert 5 in [*round_.byes, *(one for table in round_.tables for one in table.entrants)]


def test_who_was_not_there_when_a_schedule_was_made_does_not_come_back_into_it() -> None:
    record = Record(replace(SWISS, stages=(Stage(Method.ROUND_ROBIN, 2),))).entered(5)
    for number in (4, 5):
        record.when(entrants.withdraw, ORGANISER, number)
    record.when(entrants.bring_back, ORGANISER, 4)
    record.played()
    assert record.refused(entrants.bring_back, ORGANISER, 5).code == "too-late"
    record.when(entrants.withdraw, ORGANISER, 4)
    assert record.when(entrants.bring_back, ORGANISER, 4) == (Returned(4),)


def test_a_tournament_takes_no_more_than_the_service_can_pair(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(entrants, "MOST_ENTRANTS", 3)
    assert Record().entered(3).refused(entrants.register, ORGANISER, bot="greedy").facts == {"capacity": 3}
