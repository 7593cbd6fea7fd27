"""Entrants: who may enter when, what pressing twice does, and who may not come back."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from domain.engine.match.events import Cause
from domain.tournament.proof.rejudge import prove
from domain.tournament.record.commands import (
    Appoint,
    BringBack,
    Cancel,
    CheckIn,
    CloseRegistration,
    Disqualify,
    Forbid,
    MarkAbsent,
    OpenRegistration,
    PairRound,
    Penalise,
    Register,
    RegisterMany,
    RenameGuest,
    SealDeck,
    SealDecks,
    StartRound,
    Withdraw,
)
from domain.tournament.record.events import (
    Appointed,
    CheckedIn,
    DeckSealed,
    Disqualified,
    Forbidden,
    GuestRenamed,
    NotShown,
    Penalised,
    Registered,
    RegistrationClosed,
    RegistrationOpened,
    Returned,
    Role,
    Withdrawn,
)
from domain.tournament.record.plan import Decks, Method, Pinned, Stage
from domain.tournament.record.state import Phase
from domain.tournament.rules import entrants
from tests.support.tournament.record import ANA, BEN, ID, ORGANISER, PODS, REFEREE, SWISS, Record

ELSEWHERE = replace(SWISS, elsewhere=True)


def test_players_register_themselves_while_registration_is_open() -> None:
    record = Record()
    assert record.refused(ANA, Register(player=ANA)).code == "registration-closed"
    assert record.when(ORGANISER, OpenRegistration()) == (RegistrationOpened(),)
    assert record.when(ANA, Register(player=ANA, club="north")) == (Registered(1, player=ANA, club="north"),)
    assert record.when(ORGANISER, CloseRegistration()) == (RegistrationClosed(),)
    assert record.tournament.phase is Phase.READY
    assert record.refused(BEN, Register(player=BEN)).code == "registration-closed"


def test_a_player_is_entered_once_however_often_the_button_is_pressed() -> None:
    record = Record()
    record.when(ORGANISER, Register(player=ANA))
    assert record.when(ORGANISER, Register(player=ANA)) == ()
    assert len(record.tournament.entrants) == 1


def test_nobody_enters_somebody_else_or_a_bot_but_the_organiser() -> None:
    record = Record()
    record.when(ORGANISER, OpenRegistration())
    assert record.refused(ANA, Register(player=BEN)).code == "not-organiser"
    assert record.refused(ANA, Register(bot="greedy")).code == "not-organiser"
    record.when(ORGANISER, Register(bot="greedy"))
    record.when(ORGANISER, Register(bot="greedy"))
    assert [one.bot for one in record.tournament.entrants] == ["greedy", "greedy"]


def test_guests_play_elsewhere_and_bots_here() -> None:
    assert Record().refused(ORGANISER, Register(player=ANA, guest=True)).code == "guests-play-elsewhere"
    elsewhere = Record(replace(SWISS, elsewhere=True))
    assert elsewhere.refused(ORGANISER, Register(bot="greedy")).code == "bots-play-here"
    assert elsewhere.when(ORGANISER, Register(player=ANA, guest=True)) == (Registered(1, ANA, guest=True),)


def test_a_tournament_with_all_its_places_taken_takes_nobody_until_somebody_leaves() -> None:
    record = Record(replace(SWISS, capacity=2)).entered(2)
    assert record.refused(ORGANISER, Register(player=ANA)).facts == {"capacity": 2}
    record.when("player-1", Withdraw(1))
    record.when(ORGANISER, Register(player=ANA))


def test_who_has_left_comes_back_by_the_organiser_only() -> None:
    record = Record().entered(1)
    assert record.when("player-1", Withdraw(1)) == (Withdrawn(1),)
    assert record.when("player-1", Withdraw(1)) == ()
    refusal = record.refused(ORGANISER, Register(player="player-1"))
    assert (refusal.code, refusal.facts) == ("registered-already", {"entrant": 1})
    assert record.refused("player-1", BringBack(1)).code == "not-organiser"
    assert record.when(ORGANISER, BringBack(1)) == (Returned(1),)
    assert record.tournament.entrants[0].active


def test_somebody_checks_in_for_themselves_or_the_organiser_does() -> None:
    record = Record().entered(2)
    assert record.when("player-1", CheckIn(1)) == (CheckedIn(1),)
    assert record.when("player-1", CheckIn(1)) == ()
    assert record.refused("player-1", CheckIn(2)).code == "not-organiser"
    record.when(ORGANISER, CheckIn(2))
    record.when(ORGANISER, Withdraw(2))
    assert record.refused("player-2", CheckIn(2)).code == "left-already"


def test_a_guest_is_renamed_by_the_organiser_as_often_as_it_takes() -> None:
    record = Record(ELSEWHERE)
    record.when(ORGANISER, Register(player="gina", guest=True))
    assert record.when(ORGANISER, RenameGuest(1)) == (GuestRenamed(1, "gina"),)
    before = record.tournament
    assert record.when(ORGANISER, RenameGuest(1)) == (GuestRenamed(1, "gina"),)
    assert record.tournament == replace(before, version=before.version + 1)
    prove(ID, record.log)


def test_nobody_renames_a_player_or_somebody_who_is_not_there() -> None:
    record = Record(ELSEWHERE)
    record.when(ORGANISER, Register(player=ANA))
    record.when(ORGANISER, Register(player="gina", guest=True))
    refusal = record.refused(ORGANISER, RenameGuest(1))
    assert (refusal.code, refusal.facts) == ("not-a-guest", {"entrant": 1})
    assert record.refused(ORGANISER, RenameGuest(3)).code == "no-such-entrant"
    record.when(ORGANISER, Appoint(REFEREE, Role.REFEREE))
    for by in (ANA, REFEREE):
        assert record.refused(by, RenameGuest(2)).code == "not-organiser"


def test_a_guest_is_renamed_after_the_end_but_not_once_all_was_called_off() -> None:
    record = Record(ELSEWHERE)
    for player in ("gina", "gus"):
        record.when(ORGANISER, Register(player=player, guest=True))
    ended = replace(record.tournament, phase=Phase.FINISHED)
    assert entrants.rename_guest(ended, ORGANISER, RenameGuest(1)) == (GuestRenamed(1, "gina"),)
    record.when(ORGANISER, Cancel())
    assert record.refused(ORGANISER, RenameGuest(1)).code == "tournament-over"


def test_a_disqualification_is_a_ruling_with_a_cause_and_final() -> None:
    record = Record().entered(1)
    assert record.refused(REFEREE, Disqualify(1, Cause.CONDUCT)).code == "not-referee"
    assert record.when(ORGANISER, Appoint(REFEREE, Role.REFEREE)) == (Appointed(REFEREE, Role.REFEREE),)
    assert record.when(REFEREE, Disqualify(1, Cause.CONDUCT)) == (Disqualified(1, Cause.CONDUCT),)
    assert record.when(REFEREE, Disqualify(1, Cause.CONDUCT)) == ()
    assert record.refused(ORGANISER, BringBack(1)).code == "disqualified"
    assert record.refused(REFEREE, MarkAbsent(1)).code == "disqualified"
    assert record.refused("player-1", Withdraw(1)).code == "disqualified"


def test_a_referee_rules_and_does_not_organise() -> None:
    record = Record().entered(1)
    record.when(ORGANISER, Appoint(REFEREE, Role.REFEREE))
    assert record.when(REFEREE, MarkAbsent(1)) == (NotShown(1),)
    assert record.when(REFEREE, Penalise(1, 50, Cause.CONDUCT)) == (Penalised(1, 50, Cause.CONDUCT),)
    assert record.refused(REFEREE, OpenRegistration()).code == "not-organiser"
    assert record.refused(REFEREE, Appoint(ANA, Role.REFEREE)).code == "not-organiser"


def test_a_tournament_keeps_an_organiser() -> None:
    record = Record()
    assert record.refused(ORGANISER, Appoint(ORGANISER, Role.REFEREE)).code == "last-organiser"
    record.when(ORGANISER, Appoint(ANA, Role.ORGANISER))
    assert record.when(ORGANISER, Appoint(ANA, Role.ORGANISER)) == ()
    record.when(ORGANISER, Appoint(ORGANISER, Role.REFEREE))
    assert record.refused(ORGANISER, OpenRegistration()).code == "not-organiser"


def test_two_who_shall_not_meet_are_named_once() -> None:
    record = Record().entered(2)
    assert record.when(ORGANISER, Forbid((2, 1))) == (Forbidden((1, 2)),)
    assert record.when(ORGANISER, Forbid((1, 2))) == ()
    assert record.refused(ORGANISER, Forbid((1, 1))).code == "same-entrant"
    assert record.refused(ORGANISER, Forbid((1, 3))).code == "no-such-entrant"


def test_a_late_entrant_joins_a_first_stage_by_the_swiss_method() -> None:
    record = Record(PODS).entered(8)
    record.played()
    record.when(ORGANISER, Register(player=ANA))
    assert record.tournament.entrants[-1].joined == 2
    assert 9 in [entrant for table in record.started().tables for entrant in table.entrants]


def test_nobody_joins_a_schedule_or_a_later_stage() -> None:
    schedule = Record(replace(SWISS, stages=(Stage(Method.ROUND_ROBIN, 2),))).entered(4)
    schedule.played()
    assert schedule.refused(ORGANISER, Register(player=ANA)).code == "too-late"
    pods = Record(PODS).entered(8)
    for _ in range(4):
        pods.played()
    assert pods.refused(ORGANISER, Register(player=ANA)).code == "too-late"


def test_who_did_not_check_in_is_not_there_when_the_first_round_is_paired() -> None:
    record = Record(replace(SWISS, check_in=True)).entered(3)
    record.when(ORGANISER, Register(bot="greedy"))
    record.when("player-1", CheckIn(1))
    first = record.paired()
    assert NotShown(2) in [recorded.e for recorded in record.log]
    assert sorted(one for table in first.tables for one in table.entrants) == [1, 4]


def test_a_list_is_sealed_until_the_own_first_table_starts() -> None:
    record = Record(replace(SWISS, decks=Decks.AFTER)).entered(2)
    assert record.when("player-1", SealDeck(1, "c0")) == (DeckSealed(1, "c0"),)
    record.when("player-1", SealDeck(1, "c1"))
    assert record.refused("player-1", SealDeck(2, "c2")).code == "not-organiser"
    record.started()
    assert record.refused("player-1", SealDeck(1, "c3")).code == "decks-locked"
    assert Record().entered(1).refused("player-1", SealDeck(1, "c0")).code == "no-decks"


def test_each_list_is_locked_for_itself() -> None:
    record = Record(replace(SWISS, decks=Decks.AFTER)).entered(3)
    (rested,) = record.started().byes
    seated = next(one for one in (1, 2, 3) if one != rested)
    assert record.refused(f"player-{seated}", SealDeck(seated, "c0")).code == "decks-locked"
    record.when(f"player-{rested}", SealDeck(rested, "c0"))
    record.when(ORGANISER, Register(player=ANA))
    record.when(ANA, SealDeck(4, "c1"))


def test_several_lists_are_sealed_by_the_organiser_or_none() -> None:
    record = Record(replace(SWISS, decks=Decks.AFTER)).entered(2)
    both = SealDecks((SealDeck(1, "c0"), SealDeck(2, "c1")))
    assert record.refused("player-1", both).code == "not-organiser"
    assert record.refused(ORGANISER, SealDecks((SealDeck(1, "c0"), SealDeck(3, "c1")))).code == "no-such-entrant"
    assert record.when(ORGANISER, both) == (DeckSealed(1, "c0"), DeckSealed(2, "c1"))


def test_where_seats_bring_lists_nobody_without_one_is_paired() -> None:
    plan = replace(SWISS, decks=Decks.AFTER)
    record = Record(plan, pinned=Pinned(1, "fa" * 32)).entered(5)
    for number in (1, 2, 4):
        record.when(f"player-{number}", SealDeck(number, "c0"))
    refusal = record.refused(ORGANISER, PairRound(1))
    assert (refusal.code, refusal.facts) == ("deck-missing", {"entrants": (3, 5)})
    record.when(ORGANISER, MarkAbsent(3))
    record.when("player-5", SealDeck(5, "c0"))
    for _ in range(2):
        record.played()
    record.when(ORGANISER, Register(player=ANA))
    assert record.refused(ORGANISER, PairRound(3)).facts == {"entrants": (6,)}
    record.when(ORGANISER, BringBack(3))
    assert record.refused(ORGANISER, PairRound(3)).facts == {"entrants": (3, 6)}
    for player, number in (("player-3", 3), (ANA, 6)):
        record.when(player, SealDeck(number, "c0"))
    record.played()
    assert Record(plan).entered(2).paired().tables, "as long as no game is pinned, lists are only kept"


def test_nobody_joins_after_the_last_round_of_the_first_stage_has_started() -> None:
    record = Record().entered(4)
    for _ in range(2):
        record.played()
    record.paired()
    record.when(ORGANISER, Register(player=ANA))
    assert record.tournament.entrants[-1].joined == 3
    record.when(ORGANISER, StartRound(3))
    assert record.refused(ORGANISER, Register(player=BEN)).code == "too-late"


def test_who_had_not_come_when_the_first_stage_began_joins_it_as_a_late_entrant() -> None:
    record = Record(replace(SWISS, check_in=True)).entered(5)
    for number in (1, 2, 3, 4):
        record.when(ORGANISER, CheckIn(number))
    record.played()
    record.when(ORGANISER, BringBack(5))
    assert record.tournament.entrants[4].joined == 2
    round_ = record.paired()
    assert 5 in [*round_.byes, *(one for table in round_.tables for one in table.entrants)]


def test_who_was_not_there_when_a_schedule_was_made_does_not_come_back_into_it() -> None:
    record = Record(replace(SWISS, stages=(Stage(Method.ROUND_ROBIN, 2),))).entered(5)
    for number in (4, 5):
        record.when(ORGANISER, Withdraw(number))
    record.when(ORGANISER, BringBack(4))
    record.played()
    assert record.refused(ORGANISER, BringBack(5)).code == "too-late"
    record.when(ORGANISER, Withdraw(4))
    assert record.when(ORGANISER, BringBack(4)) == (Returned(4),)


def test_a_tournament_takes_no_more_than_the_service_can_pair(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(entrants, "MOST_ENTRANTS", 3)
    assert Record().entered(3).refused(ORGANISER, Register(bot="greedy")).facts == {"capacity": 3}


def test_a_list_is_entered_as_a_whole() -> None:
    record = Record(replace(SWISS, elsewhere=True))
    several = tuple(Register(player=f"guest-{number}", guest=True, club="c1") for number in range(3))
    brought = record.when(ORGANISER, RegisterMany((*several, Register(player=ANA))))
    assert [one.entrant for one in brought if isinstance(one, Registered)] == [1, 2, 3, 4]
    assert [one.cmd is not None for one in record.log[1:]] == [True, False, False, False], "one command, one batch"
    assert record.when(ORGANISER, RegisterMany((Register(player=ANA),))) == ()
    assert prove(ID, record.log).tournament == record.tournament


def test_a_list_with_faults_enters_nobody_and_names_each_line() -> None:
    record = Record(replace(SWISS, elsewhere=True, capacity=3)).entered(1)
    record.when(ORGANISER, Withdraw(1))
    wanted = RegisterMany(
        (Register(player="player-1"), Register(player=ANA), Register(bot="greedy"), Register(player=BEN))
    )
    refusal = record.refused(ORGANISER, wanted)
    assert refusal.code == "list-refused"
    assert refusal.facts == {
        "lines": [
            {"line": 1, "code": "registered-already", "facts": {"entrant": 1}},
            {"line": 3, "code": "bots-play-here", "facts": {}},
        ]
    }
    assert record.refused(ANA, wanted).code == "not-organiser"
    assert len(record.tournament.entrants) == 1
