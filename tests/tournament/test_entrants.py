"""Entrants: registration, repeated requests, check-in, readmission, clubs and lists."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from chronik.domain.engine.match.events import Cause
from chronik.domain.tournament.proof.redecide import prove
from chronik.domain.tournament.record.commands import (
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
    SetClub,
    StartRound,
    Withdraw,
)
from chronik.domain.tournament.record.events import (
    Appointed,
    CheckedIn,
    ClubSet,
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
from chronik.domain.tournament.record.plan import Decks, Method, Pinned, Stage
from chronik.domain.tournament.record.state import Phase
from chronik.domain.tournament.rules import entrants
from tests.tournament.record import ANA, BEN, ID, ORGANISER, PODS, REFEREE, SWISS, Record

ELSEWHERE = replace(SWISS, elsewhere=True)


def test_players_register_themselves_while_registration_is_open() -> None:
    record = Record()
    assert record.refusal_of(ANA, Register(player=ANA)).code == "registration-closed"
    assert record.submit(ORGANISER, OpenRegistration()) == (RegistrationOpened(),)
    assert record.submit(ANA, Register(player=ANA, club="north")) == (Registered(1, player=ANA, club="north"),)
    assert record.submit(ORGANISER, CloseRegistration()) == (RegistrationClosed(),)
    assert record.tournament.phase is Phase.READY
    assert record.refusal_of(BEN, Register(player=BEN)).code == "registration-closed"


def test_a_player_who_registers_twice_is_registered_only_once() -> None:
    record = Record()
    record.submit(ORGANISER, Register(player=ANA))
    assert record.submit(ORGANISER, Register(player=ANA)) == ()
    assert len(record.tournament.entrants) == 1


def test_only_the_organiser_can_register_bots_and_other_players() -> None:
    record = Record()
    record.submit(ORGANISER, OpenRegistration())
    assert record.refusal_of(ANA, Register(player=BEN)).code == "not-organiser"
    assert record.refusal_of(ANA, Register(bot="greedy")).code == "not-organiser"
    record.submit(ORGANISER, Register(bot="greedy"))
    record.submit(ORGANISER, Register(bot="greedy"))
    assert [one.bot for one in record.tournament.entrants] == ["greedy", "greedy"]


def test_guests_play_only_at_tables_elsewhere_and_bots_only_at_tables_on_the_service() -> None:
    assert Record().refusal_of(ORGANISER, Register(player=ANA, guest=True)).code == "guests-play-elsewhere"
    elsewhere = Record(replace(SWISS, elsewhere=True))
    assert elsewhere.refusal_of(ORGANISER, Register(bot="greedy")).code == "bots-play-here"
    assert elsewhere.submit(ORGANISER, Register(player=ANA, guest=True)) == (Registered(1, ANA, guest=True),)


def test_a_full_tournament_refuses_entrants_until_one_leaves() -> None:
    record = Record(replace(SWISS, capacity=2)).register(2)
    assert record.refusal_of(ORGANISER, Register(player=ANA)).facts == {"capacity": 2}
    record.submit("player-1", Withdraw(1))
    record.submit(ORGANISER, Register(player=ANA))


def test_only_the_organiser_can_readmit_an_entrant() -> None:
    record = Record().register(1)
    assert record.submit("player-1", Withdraw(1)) == (Withdrawn(1),)
    assert record.submit("player-1", Withdraw(1)) == ()
    refusal = record.refusal_of(ORGANISER, Register(player="player-1"))
    assert (refusal.code, refusal.facts) == ("registered-already", {"entrant": 1})
    assert record.refusal_of("player-1", BringBack(1)).code == "not-organiser"
    assert record.submit(ORGANISER, BringBack(1)) == (Returned(1),)
    assert record.tournament.entrants[0].active


def test_players_can_check_in_themselves_or_the_organiser_can_do_it() -> None:
    record = Record().register(2)
    assert record.submit("player-1", CheckIn(1)) == (CheckedIn(1),)
    assert record.submit("player-1", CheckIn(1)) == ()
    assert record.refusal_of("player-1", CheckIn(2)).code == "not-organiser"
    record.submit(ORGANISER, CheckIn(2))
    record.submit(ORGANISER, Withdraw(2))
    assert record.refusal_of("player-2", CheckIn(2)).code == "left-already"


def test_the_organiser_may_rename_a_guest_repeatedly() -> None:
    record = Record(ELSEWHERE)
    record.submit(ORGANISER, Register(player="gina", guest=True))
    assert record.submit(ORGANISER, RenameGuest(1)) == (GuestRenamed(1, "gina"),)
    before = record.tournament
    assert record.submit(ORGANISER, RenameGuest(1)) == (GuestRenamed(1, "gina"),)
    assert record.tournament == replace(before, version=before.version + 1)
    prove(ID, record.log)


def test_only_existing_guests_can_be_renamed() -> None:
    record = Record(ELSEWHERE)
    record.submit(ORGANISER, Register(player=ANA))
    record.submit(ORGANISER, Register(player="gina", guest=True))
    refusal = record.refusal_of(ORGANISER, RenameGuest(1))
    assert (refusal.code, refusal.facts) == ("not-a-guest", {"entrant": 1})
    assert record.refusal_of(ORGANISER, RenameGuest(3)).code == "no-such-entrant"
    record.submit(ORGANISER, Appoint(REFEREE, Role.REFEREE))
    for by in (ANA, REFEREE):
        assert record.refusal_of(by, RenameGuest(2)).code == "not-organiser"


def test_a_guest_can_be_renamed_after_the_end_but_not_after_calling_off() -> None:
    record = Record(ELSEWHERE)
    for player in ("gina", "gus"):
        record.submit(ORGANISER, Register(player=player, guest=True))
    ended = replace(record.tournament, phase=Phase.FINISHED)
    assert entrants.rename_guest(ended, ORGANISER, RenameGuest(1)) == (GuestRenamed(1, "gina"),)
    record.submit(ORGANISER, Cancel())
    assert record.refusal_of(ORGANISER, RenameGuest(1)).code == "tournament-over"


def test_the_organiser_can_set_and_change_a_club_at_any_time() -> None:
    """An imported list may contain wrong clubs, and a mistake may be found later."""
    record = Record(ELSEWHERE, rules=2)
    for player in ("gina", "gus"):
        record.submit(ORGANISER, Register(player=player, guest=True, club="c1"))
    assert record.submit(ORGANISER, SetClub(1, "c2")) == (ClubSet(1, "gina", "c2"),)
    assert record.submit(ORGANISER, SetClub(1, "c2")) == ()
    record.submit(ORGANISER, PairRound(1))
    record.submit(ORGANISER, StartRound(1))
    assert record.submit(ORGANISER, SetClub(2)) == (ClubSet(2, "gus"),)
    assert [one.club for one in record.tournament.entrants] == ["c2", ""]
    prove(ID, record.log)
    ended = replace(record.tournament, phase=Phase.FINISHED)
    assert entrants.set_club(ended, ORGANISER, SetClub(2, "c1")) == (ClubSet(2, "gus", "c1"),)
    record.submit(ORGANISER, Cancel())
    assert record.refusal_of(ORGANISER, SetClub(2, "c1")).code == "tournament-over"


def test_players_can_change_their_own_club_until_the_first_round_is_paired() -> None:
    """Later a player could influence the draw by it: entrants of one club meet late."""
    record = Record(rules=2)
    for player in (ANA, BEN):
        record.submit(ORGANISER, Register(player=player))
    assert record.submit(ANA, SetClub(1, "c1")) == (ClubSet(1, ANA, "c1"),)
    assert record.refusal_of(ANA, SetClub(2, "c1")).code == "not-organiser"
    record.submit(ORGANISER, PairRound(1))
    assert record.refusal_of(ANA, SetClub(1)).code == "club-late"
    record.submit(ORGANISER, Appoint(ANA, Role.ORGANISER))
    assert record.submit(ANA, SetClub(1)) == (ClubSet(1, ANA),)


def test_clubs_are_refused_for_bots_and_under_rules_1() -> None:
    record = Record(rules=2)
    record.submit(ORGANISER, Register(bot="greedy"))
    refusal = record.refusal_of(ORGANISER, SetClub(1, "c1"))
    assert (refusal.code, refusal.facts) == ("no-club", {"entrant": 1})
    assert record.refusal_of(ORGANISER, SetClub(2, "c1")).code == "no-such-entrant"
    assert record.refusal_of("", SetClub(1, "c1")).code == "not-organiser"
    older = Record()
    older.submit(ORGANISER, Register(player=ANA))
    for by in (ORGANISER, ANA):
        assert older.refusal_of(by, SetClub(1, "c1")).code == "older-rules"


def test_a_draw_separates_entrants_by_the_clubs_they_have_at_that_time() -> None:
    record = Record(replace(PODS, stages=PODS.stages[:1]), rules=2)
    for number in range(8):
        record.submit(ORGANISER, Register(player=f"player-{number}", club="c1" if number < 2 else ""))
    record.submit(ORGANISER, SetClub(2, ""))
    record.submit(ORGANISER, SetClub(7, "c2"))
    record.submit(ORGANISER, SetClub(8, "c2"))
    record.submit(ORGANISER, PairRound(1))
    assert not any({7, 8} <= {*table.entrants} for table in record.tournament.rounds[0].tables)


def test_a_disqualification_has_a_cause_and_is_final() -> None:
    record = Record().register(1)
    assert record.refusal_of(REFEREE, Disqualify(1, Cause.CONDUCT)).code == "not-referee"
    assert record.submit(ORGANISER, Appoint(REFEREE, Role.REFEREE)) == (Appointed(REFEREE, Role.REFEREE),)
    assert record.submit(REFEREE, Disqualify(1, Cause.CONDUCT)) == (Disqualified(1, Cause.CONDUCT),)
    assert record.submit(REFEREE, Disqualify(1, Cause.CONDUCT)) == ()
    assert record.refusal_of(ORGANISER, BringBack(1)).code == "disqualified"
    assert record.refusal_of(REFEREE, MarkAbsent(1)).code == "disqualified"
    assert record.refusal_of("player-1", Withdraw(1)).code == "disqualified"


def test_a_referee_may_rule_but_not_organise() -> None:
    record = Record().register(1)
    record.submit(ORGANISER, Appoint(REFEREE, Role.REFEREE))
    assert record.submit(REFEREE, MarkAbsent(1)) == (NotShown(1),)
    assert record.submit(REFEREE, Penalise(1, 50, Cause.CONDUCT)) == (Penalised(1, 50, Cause.CONDUCT),)
    assert record.refusal_of(REFEREE, OpenRegistration()).code == "not-organiser"
    assert record.refusal_of(REFEREE, Appoint(ANA, Role.REFEREE)).code == "not-organiser"


def test_the_last_organiser_cannot_be_demoted() -> None:
    record = Record()
    assert record.refusal_of(ORGANISER, Appoint(ORGANISER, Role.REFEREE)).code == "last-organiser"
    record.submit(ORGANISER, Appoint(ANA, Role.ORGANISER))
    assert record.submit(ORGANISER, Appoint(ANA, Role.ORGANISER)) == ()
    record.submit(ORGANISER, Appoint(ORGANISER, Role.REFEREE))
    assert record.refusal_of(ORGANISER, OpenRegistration()).code == "not-organiser"


def test_a_pair_that_is_forbidden_twice_is_recorded_only_once() -> None:
    record = Record().register(2)
    assert record.submit(ORGANISER, Forbid((2, 1))) == (Forbidden((1, 2)),)
    assert record.submit(ORGANISER, Forbid((1, 2))) == ()
    assert record.refusal_of(ORGANISER, Forbid((1, 1))).code == "same-entrant"
    assert record.refusal_of(ORGANISER, Forbid((1, 3))).code == "no-such-entrant"


def test_a_late_entrant_can_join_if_the_first_stage_is_a_swiss() -> None:
    record = Record(PODS).register(8)
    record.play_round()
    record.submit(ORGANISER, Register(player=ANA))
    assert record.tournament.entrants[-1].joined == 2
    assert 9 in [entrant for table in record.start().tables for entrant in table.entrants]


def test_late_entrants_are_refused_in_a_schedule_and_in_later_stages() -> None:
    schedule = Record(replace(SWISS, stages=(Stage(Method.ROUND_ROBIN, 2),))).register(4)
    schedule.play_round()
    assert schedule.refusal_of(ORGANISER, Register(player=ANA)).code == "too-late"
    pods = Record(PODS).register(8)
    for _ in range(4):
        pods.play_round()
    assert pods.refusal_of(ORGANISER, Register(player=ANA)).code == "too-late"


def test_entrants_without_check_in_are_absent_at_the_first_pairing() -> None:
    record = Record(replace(SWISS, check_in=True)).register(3)
    record.submit(ORGANISER, Register(bot="greedy"))
    record.submit("player-1", CheckIn(1))
    first = record.pair()
    assert NotShown(2) in [recorded.e for recorded in record.log]
    assert sorted(one for table in first.tables for one in table.entrants) == [1, 4]


def test_a_list_can_be_sealed_until_the_entrants_first_table_starts() -> None:
    record = Record(replace(SWISS, decks=Decks.AFTER)).register(2)
    assert record.submit("player-1", SealDeck(1, "c0")) == (DeckSealed(1, "c0"),)
    record.submit("player-1", SealDeck(1, "c1"))
    assert record.refusal_of("player-1", SealDeck(2, "c2")).code == "not-organiser"
    record.start()
    assert record.refusal_of("player-1", SealDeck(1, "c3")).code == "decks-locked"
    assert Record().register(1).refusal_of("player-1", SealDeck(1, "c0")).code == "no-decks"


def test_each_deck_list_is_locked_separately() -> None:
    record = Record(replace(SWISS, decks=Decks.AFTER)).register(3)
    (rested,) = record.start().byes
    seated = next(one for one in (1, 2, 3) if one != rested)
    assert record.refusal_of(f"player-{seated}", SealDeck(seated, "c0")).code == "decks-locked"
    record.submit(f"player-{rested}", SealDeck(rested, "c0"))
    record.submit(ORGANISER, Register(player=ANA))
    record.submit(ANA, SealDeck(4, "c1"))


def test_the_organiser_seals_several_lists_together_or_none_of_them() -> None:
    record = Record(replace(SWISS, decks=Decks.AFTER)).register(2)
    both = SealDecks((SealDeck(1, "c0"), SealDeck(2, "c1")))
    assert record.refusal_of("player-1", both).code == "not-organiser"
    assert record.refusal_of(ORGANISER, SealDecks((SealDeck(1, "c0"), SealDeck(3, "c1")))).code == "no-such-entrant"
    assert record.submit(ORGANISER, both) == (DeckSealed(1, "c0"), DeckSealed(2, "c1"))


def test_entrants_without_a_deck_list_are_not_paired_if_lists_are_needed() -> None:
    plan = replace(SWISS, decks=Decks.AFTER)
    record = Record(plan, pinned=Pinned(1, "fa" * 32)).register(5)
    for number in (1, 2, 4):
        record.submit(f"player-{number}", SealDeck(number, "c0"))
    refusal = record.refusal_of(ORGANISER, PairRound(1))
    assert (refusal.code, refusal.facts) == ("deck-missing", {"entrants": (3, 5)})
    record.submit(ORGANISER, MarkAbsent(3))
    record.submit("player-5", SealDeck(5, "c0"))
    for _ in range(2):
        record.play_round()
    record.submit(ORGANISER, Register(player=ANA))
    assert record.refusal_of(ORGANISER, PairRound(3)).facts == {"entrants": (6,)}
    record.submit(ORGANISER, BringBack(3))
    assert record.refusal_of(ORGANISER, PairRound(3)).facts == {"entrants": (3, 6)}
    for player, number in (("player-3", 3), (ANA, 6)):
        record.submit(player, SealDeck(number, "c0"))
    record.play_round()
    assert Record(plan).register(2).pair().tables, "as long as no game is pinned, lists are only kept"


def test_joining_is_refused_once_the_last_round_of_the_first_stage_has_started() -> None:
    record = Record().register(4)
    for _ in range(2):
        record.play_round()
    record.pair()
    record.submit(ORGANISER, Register(player=ANA))
    assert record.tournament.entrants[-1].joined == 3
    record.submit(ORGANISER, StartRound(3))
    assert record.refusal_of(ORGANISER, Register(player=BEN)).code == "too-late"


def test_an_absent_entrant_who_returns_joins_the_first_stage_like_a_late_entrant() -> None:
    record = Record(replace(SWISS, check_in=True)).register(5)
    for number in (1, 2, 3, 4):
        record.submit(ORGANISER, CheckIn(number))
    record.play_round()
    record.submit(ORGANISER, BringBack(5))
    assert record.tournament.entrants[4].joined == 2
    round_ = record.pair()
    assert 5 in [*round_.byes, *(one for table in round_.tables for one in table.entrants)]


def test_an_entrant_absent_when_the_schedule_was_made_cannot_join_it() -> None:
    record = Record(replace(SWISS, stages=(Stage(Method.ROUND_ROBIN, 2),))).register(5)
    for number in (4, 5):
        record.submit(ORGANISER, Withdraw(number))
    record.submit(ORGANISER, BringBack(4))
    record.play_round()
    assert record.refusal_of(ORGANISER, BringBack(5)).code == "too-late"
    record.submit(ORGANISER, Withdraw(4))
    assert record.submit(ORGANISER, BringBack(4)) == (Returned(4),)


def test_a_tournament_has_at_most_as_many_entrants_as_the_service_can_pair(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(entrants, "MOST_ENTRANTS", 3)
    assert Record().register(3).refusal_of(ORGANISER, Register(bot="greedy")).facts == {"capacity": 3}


def test_all_entrants_of_a_list_are_registered_together() -> None:
    record = Record(replace(SWISS, elsewhere=True))
    several = tuple(Register(player=f"guest-{number}", guest=True, club="c1") for number in range(3))
    decided = record.submit(ORGANISER, RegisterMany((*several, Register(player=ANA))))
    assert [one.entrant for one in decided if isinstance(one, Registered)] == [1, 2, 3, 4]
    assert [one.cmd is not None for one in record.log[1:]] == [True, False, False, False], "one command, one batch"
    assert record.submit(ORGANISER, RegisterMany((Register(player=ANA),))) == ()
    assert prove(ID, record.log).tournament == record.tournament


def test_a_list_with_faults_registers_no_entrant_and_names_each_line() -> None:
    record = Record(replace(SWISS, elsewhere=True, capacity=3)).register(1)
    record.submit(ORGANISER, Withdraw(1))
    wanted = RegisterMany(
        (Register(player="player-1"), Register(player=ANA), Register(bot="greedy"), Register(player=BEN))
    )
    refusal = record.refusal_of(ORGANISER, wanted)
    assert refusal.code == "list-refused"
    assert refusal.facts == {
        "lines": [
            {"line": 1, "code": "registered-already", "facts": {"entrant": 1}},
            {"line": 3, "code": "bots-play-here", "facts": {}},
        ]
    }
    assert record.refusal_of(ANA, wanted).code == "not-organiser"
    assert len(record.tournament.entrants) == 1
