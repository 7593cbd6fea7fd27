"""Chance: no one alone can choose a draw or a shuffle of a tournament, and attempts are detected."""

from __future__ import annotations

from hashlib import sha256

import pytest
from msgspec.structs import replace

from chronik.domain.engine.game import Rejected
from chronik.domain.engine.match.events import Cause, Disclosure
from chronik.domain.engine.match.match import outcome
from chronik.domain.engine.match.seating import MAX_ENTROPY
from chronik.domain.engine.proof.archive import unpack
from chronik.domain.engine.proof.verification import verify
from chronik.domain.engine.seats import SeatHolder
from chronik.domain.log.verdict import Status
from chronik.domain.tournament.proof.bundle import BundledArchive, BundledMissing, Line, MissingReason
from chronik.domain.tournament.record import events, seeds
from chronik.domain.tournament.record.commands import (
    AddEntropy,
    BringBack,
    Cancel,
    Finish,
    Forbid,
    MarkAbsent,
    OpenRegistration,
    PairRound,
    Penalise,
    Register,
    RegisterMany,
    RuleTable,
    StartRound,
    TournamentCommand,
    Withdraw,
)
from chronik.domain.tournament.record.plan import Decks, Method, Stage
from chronik.domain.tournament.record.state import seat_holders_of
from chronik.domain.tournament.rules.admission import admit
from chronik.domain.tournament.rules.decide import decide
from chronik.domain.tournament.rules.entrants import may_add_entropy
from chronik.domain.tournament.rules.rounds import build_publication
from tests.support.tournament.local_tournament import (
    CHRONIK,
    ID,
    KATHARINA,
    ORGANISER,
    SECRET,
    LocalTournament,
    archive_match,
    encode_bundle,
    plan,
    play_out_match,
)
from tests.tournament.test_bundle import LOAD, change_event, verify_lines

ADA, BEN, CLEO, DORA = (digit * 32 for digit in "1234")
TWO_ROUNDS = plan(Stage(Method.SWISS, 2, rounds=2))


@pytest.fixture(scope="module")
def cup() -> LocalTournament:
    """Four players with entropy, two rounds, finished."""
    return LocalTournament(TWO_ROUNDS).register_players(ADA, BEN, CLEO, DORA, entropy=True).play_rounds(2).finish()


@pytest.fixture
def lines(cup: LocalTournament) -> list[Line]:
    return list(cup.lines())


def replace_archive(lines: list[Line], match: str, file: bytes) -> list[Line]:
    """Returns the lines of a bundle with another archive for a match."""
    return [
        replace(line, file=file) if isinstance(line, BundledArchive) and line.match == match else line for line in lines
    ]


def test_seeds_and_secrets_are_derived_as_the_fixed_vectors_say() -> None:
    """A verifier in another language can compare its values with these."""
    entropies = ("10" * 32, "", "ff")
    assert seeds.commitments(ID, SECRET) == seeds.Commitments(
        "482e6094dd34e636bb70d9d9f06552b8594021d8092922163e681369b586bc6a",
        "f3ddb441e5bfc62746860b6dcd4e2d2c8920c1c71ac16b57997eefc1699cc9a9",
    )
    assert seeds.all_entropy(entropies).hex() == "7c14eade6c84a36b3328b0c927b667f4ca28af763c6137149888f1f6cc911905"
    assert (
        SECRET.round_seed(2, 1, entropies).hex() == "0ac5787ff5d53752c34e9f7ecb55052dc36a6a6749a8dfd4f882163ef3c3096e"
    )
    assert seeds.lot_stream(SECRET.lot_seed("0/1", entropies), "0/1").word() == 9701727630484863235
    match = seeds.match_id(ID, 2, 1, 3)
    assert match == "2f96b879e73de96ffef0263637fab4fc"
    assert (
        seeds.table_secret(SECRET.tables, match).hex()
        == "8651556f041a32eedc36206d481ba96e7a358ef0ffe2301c73faa62c0e3a38dc"
    )


def test_every_input_changes_a_seed() -> None:
    entropies = ("10", "", "20")
    seeds_of_rounds = {
        SECRET.round_seed(1, 0, entropies),
        SECRET.round_seed(1, 1, entropies),
        SECRET.round_seed(2, 0, entropies),
        seeds.Secret(SECRET.tables, b"").round_seed(1, 0, entropies),
        SECRET.round_seed(1, 0, ("", "10", "20")),
        SECRET.round_seed(1, 0, ("1020", "", "")),
        SECRET.round_seed(1, 0, (*entropies, "")),
    }
    assert len(seeds_of_rounds) == 7
    places = {seeds.match_id(ID, *place) for place in ((1, 0, 1), (0, 1, 1), (1, 1, 0), (1, 0, 1, 2))}
    assert len(places | {seeds.match_id("f" * 32, 1, 0, 1)}) == 5


def test_a_tournament_with_entropy_verifies(cup: LocalTournament, lines: list[Line]) -> None:
    found = verify_lines(encode_bundle(lines))
    assert found.ok, found
    assert found.notes[:3] == (
        "Every seed follows from the published secret and all entropy, and every round was drawn again from it.",
        "The secret of each match follows from the published one, and its entropy is that of its entrants.",
        "4 of 4 entrants added entropy at their own request.",
    )
    assert not any("could choose" in note for note in found.notes)
    file = next(line.file for line in lines if isinstance(line, BundledArchive))
    assert verify(unpack(file), LOAD).ok
    assert {one.entropy for one in cup.tournament.entrants} == {
        sha256(one.encode()).hexdigest() for one in (ADA, BEN, CLEO, DORA)
    }


def test_a_secret_chosen_for_one_table_is_detected() -> None:
    """The attack: try secrets for one table once the entrants are known, and keep the best hand."""
    cup = LocalTournament(TWO_ROUNDS).register_players(ADA, BEN, entropy=True)
    cup.start()
    table = cup.tournament.rounds[0].tables[0]
    chairs = seat_holders_of(cup.tournament, table.games[0])
    tried = [sha256(b"%d" % number).digest() for number in range(8)]

    def lead(secret: bytes) -> int:
        ended = outcome(KATHARINA, play_out_match(table.match, chairs, secret).match)
        assert ended is not None
        return ended.points[0] - ended.points[1]

    ground = max(tried, key=lead)
    file = archive_match(table.match, chairs, ground)
    assert verify(unpack(file), LOAD).ok
    cup.play_match(table.match, ground)
    cup.finish()
    found = verify_lines(encode_bundle(replace_archive(list(cup.lines()), table.match, file)))
    assert found.status is Status.ALTERED
    assert found.sentence == (
        f"Round 1, table 1: the secret of match {table.match} does not follow from the tournament's secret."
    )


def test_a_tables_secret_chosen_afterwards_is_detected(lines: list[Line]) -> None:
    change_event(lines, events.SecretPublished, tables="5a" * 32)
    assert "published secret of the tables is not the one that entry 1" in verify_lines(encode_bundle(lines)).sentence


def test_swapped_entropy_is_detected(cup: LocalTournament, lines: list[Line]) -> None:
    """It is swapped first in a match, whose deal follows from it, and then also in the log."""
    table = cup.tournament.rounds[0].tables[0]
    first, second = seat_holders_of(cup.tournament, table.games[0])
    swapped = (replace(first, entropy=second.entropy), replace(second, entropy=first.entropy))
    found = verify_lines(encode_bundle(replace_archive(lines, table.match, archive_match(table.match, swapped))))
    assert found.status is Status.ALTERED
    assert "is not what its entrants registered" in found.sentence
    change_event(lines, events.Registered, 0, entropy="00" * 32)
    assert "seed that does not follow from the published secret" in verify_lines(encode_bundle(lines)).sentence


def test_leaving_entropy_out_of_a_match_is_detected(cup: LocalTournament, lines: list[Line]) -> None:
    table = cup.tournament.rounds[1].tables[1]
    without = tuple(SeatHolder(one.player) for one in seat_holders_of(cup.tournament, table.games[0]))
    found = verify_lines(encode_bundle(replace_archive(lines, table.match, archive_match(table.match, without))))
    assert "is not what its entrants registered" in found.sentence


def publication_events(cup: LocalTournament) -> tuple[events.TournamentEvent, ...]:
    """Returns the events of publishing the secret now."""
    return decide(cup.tournament, CHRONIK, build_publication(cup.tournament, SECRET), SECRET)


def test_publishing_the_secret_too_early_is_refused() -> None:
    cup = LocalTournament(TWO_ROUNDS).register_players(ADA, BEN, CLEO, DORA, entropy=True)
    assert publication_events(cup) == ()
    cup.start()
    first, second = cup.tournament.rounds[0].tables
    cup.play_match(first.match)
    assert publication_events(cup) == ()
    cup.do(Cancel())
    assert publication_events(cup) == (), "a match is still being played"
    early = LocalTournament(TWO_ROUNDS)
    early.log, early.tournament = list(cup.log), cup.tournament
    command = build_publication(cup.tournament, SECRET)
    early.write(command, [events.SecretPublished(command.draws, command.tables)])
    found = verify_lines(early.bundle())
    assert found.status is Status.ALTERED
    assert "(secret-published) does not follow from the command" in found.sentence
    cup.play_match(second.match)
    assert cup.publish().tournament.secret is not None
    assert verify_lines(cup.bundle()).ok
    assert publication_events(cup) == (), "once"


def test_a_ruling_on_a_table_does_not_close_its_match() -> None:
    """A ruling says how a table counts. Only the log of its match says that the match is closed."""
    cup = LocalTournament(plan(Stage(Method.SWISS, 2, rounds=1))).register_players(ADA, BEN)
    cup.start()
    match = cup.tournament.rounds[0].tables[0].match
    cup.do(RuleTable(1, 1, (1, 0), (1, 2), Cause.NO_SHOW))
    cup.do(Finish())
    assert publication_events(cup) == ()
    cup.play_match(match)
    assert publication_events(cup) != ()


@pytest.mark.parametrize(
    "more", [{"disclosure": Disclosure.PLAYERS}, {"decks": Decks.CLOSED}], ids=["players", "lists"]
)
def test_the_tables_secret_stays_unpublished_if_the_plan_does_not_disclose_matches(more: dict[str, object]) -> None:
    """Each match's secret then follows the disclosure of the match, and its origin stays unchecked."""
    cup = LocalTournament(replace(TWO_ROUNDS, **more)).register_players(ADA, BEN, entropy=True).play_rounds()
    cup.do(Finish())
    assert publication_events(cup) == (events.SecretPublished(SECRET.draws.hex()),)
    cup.publish()
    if "decks" in more:
        found = verify_lines(cup.bundle())
        assert found.ok, found
        assert (
            "1 match with an unchecked origin: the part of the secret for the tables is not published." in found.notes
        )
    lines = [
        BundledMissing(line.match, MissingReason.WITHHELD)
        if isinstance(line, BundledArchive) and "disclosure" in more
        else line
        for line in cup.lines()
    ]
    assert verify_lines(encode_bundle(lines)).ok
    change_event(lines, events.SecretPublished, tables=SECRET.tables.hex())
    assert "(publish-secret): wrong-secret" in verify_lines(encode_bundle(lines)).sentence


def test_hiding_the_secret_of_open_tables_is_detected(lines: list[Line]) -> None:
    change_event(lines, events.SecretPublished, tables="")
    assert "(publish-secret): wrong-secret" in verify_lines(encode_bundle(lines)).sentence


def test_match_origins_count_as_unchecked_before_the_secret_is_published() -> None:
    cup = LocalTournament(TWO_ROUNDS).register_players(ADA, BEN, CLEO, entropy=True).play_rounds()
    found = verify_lines(cup.bundle())
    assert found.ok, found
    assert found.notes[0].startswith("The secret is not published yet")
    assert found.notes[1].startswith("1 match with an unchecked origin")


def test_the_notes_name_rounds_and_matches_without_entropy() -> None:
    cup = LocalTournament(TWO_ROUNDS).register_bots(2).play_rounds()
    cup.do(Register(player=ORGANISER, entropy="00"))
    notes = verify_lines(cup.play_rounds().finish().bundle()).notes
    assert "Round 1: drawn before any entrant had added entropy, so the service could choose the draw." in notes
    assert any(
        note.endswith("without entropy from an entrant, so the service could choose the shuffles.") for note in notes
    )


def test_only_players_can_add_entropy_and_only_up_to_64_bytes() -> None:
    cup = LocalTournament(plan(elsewhere=True)).register_players(ADA)

    def refusal(wanted: Register) -> str:
        with pytest.raises(Rejected) as refused:
            cup.do(wanted)
        return refused.value.code

    assert refusal(Register(player=BEN, entropy="00" * (MAX_ENTROPY + 1))) == "entropy"
    assert refusal(Register(player=BEN, entropy="0g")) == "entropy"
    assert refusal(Register(player=BEN, guest=True, entropy="00")) == "entropy"
    assert refusal(Register(bot="random", entropy="00")) == "entropy"
    cup.do(Register(player=BEN, entropy="AB" * MAX_ENTROPY))
    assert cup.tournament.entropies[-1] == "ab" * MAX_ENTROPY


def test_a_later_registration_changes_the_seed_of_the_next_pairing() -> None:
    cup = LocalTournament(TWO_ROUNDS).register_players(ADA, BEN, CLEO, DORA, entropy=True)
    cup.pair()
    cup.do(Register(player="5" * 32, entropy="00"))
    cup.pair(again=True)
    drawn = [one.e for one in cup.log if isinstance(one.e, events.RoundPaired)]
    entropies = cup.tournament.entropies
    assert drawn[0].seed == SECRET.round_seed(1, 0, entropies[:-1]).hex()
    assert drawn[1].seed == SECRET.round_seed(1, 1, entropies).hex()


def test_only_a_player_can_add_that_players_entropy() -> None:
    """An organiser who knows the secret can derive the secret of each table, and could try out entropy for a player."""
    cup = LocalTournament(TWO_ROUNDS, rules=2)

    def refusal(command: TournamentCommand, by: str = ORGANISER) -> Rejected:
        with pytest.raises(Rejected) as refused:
            cup.do(command, by=by)
        return refused.value

    assert refusal(Register(player=ADA, entropy="ada0")).code == "not-your-entropy"
    listed = RegisterMany((Register(player=ORGANISER, entropy="0a"), Register(player=BEN, entropy="be")))
    assert refusal(listed).facts["lines"] == [{"line": 2, "code": "not-your-entropy", "facts": {}}]
    cup.do(Register(player=ORGANISER, entropy="0a"))
    cup.do(Register(player=ADA))
    for by in (ORGANISER, BEN, CHRONIK):
        assert refusal(AddEntropy(2, "ada0"), by).code == "not-your-entropy"
    assert cup.tournament.entropies == ("0a", "")


def test_entropy_that_an_organiser_set_makes_a_log_invalid_under_rules_2_and_is_named_under_rules_1() -> None:
    for rules in (1, 2):
        cup = LocalTournament(TWO_ROUNDS, rules=rules).register_players(BEN, entropy=True)
        command = Register(player=ADA, entropy="ada0")
        cup.write(command, [events.Registered(2, ADA, entropy="ada0")], by=ORGANISER)
        found = verify_lines(cup.play_rounds().finish().bundle())
        if rules == 2:
            assert found.status is Status.ALTERED
            assert found.sentence.endswith("(register): not-your-entropy.")
        else:
            assert found.ok, found
            own = "1 of 2 entrants added entropy at their own request"
            assert f"{own}; others set the entropy of 2, and could choose it." in found.notes


def test_entropy_that_an_organiser_set_does_not_count_as_added() -> None:
    cup = LocalTournament(TWO_ROUNDS).register_players(BEN)
    cup.do(Register(player=ADA, entropy="ada0"))
    notes = verify_lines(cup.play_rounds().finish().bundle()).notes
    assert "Round 1: drawn before any entrant had added entropy, so the service could choose the draw." in notes
    assert "1 match without entropy from an entrant, so the service could choose the shuffles." in notes


def test_a_player_entered_by_an_organiser_can_add_entropy_once_before_the_first_pairing() -> None:
    cup = LocalTournament(TWO_ROUNDS, rules=2)
    for player in (ADA, BEN, CLEO, DORA):
        cup.do(Register(player=player))

    def refusal(entrant: int, by: str, entropy: str = "77") -> str:
        with pytest.raises(Rejected) as refused:
            cup.do(AddEntropy(entrant, entropy), by=by)
        return refused.value.code

    cup.do(AddEntropy(1, "ADA0"), by=ADA)
    assert cup.log[-1].e == events.EntropyAdded(1, "ada0")
    before = cup.tournament
    cup.do(AddEntropy(1, "ada0"), by=ADA)
    assert cup.tournament == before, "the same again brings nothing"
    assert refusal(1, ADA) == "entropy-added"
    assert refusal(2, BEN, "") == "entropy"
    assert refusal(2, BEN, "0g") == "entropy"
    assert refusal(5, BEN) == "no-such-entrant"
    cup.do(Withdraw(3), by=CLEO)
    assert refusal(3, CLEO) == "left-already"
    cup.do(BringBack(3))
    cup.pair()
    assert cup.tournament.rounds[0].seed == SECRET.round_seed(1, 0, ("ada0", "", "", "")).hex()
    assert refusal(2, BEN) == "entropy-late"
    cup.do(StartRound(1))
    cup.play_to_end()
    found = verify_lines(cup.finish().bundle())
    assert found.ok, found
    assert "1 of 4 entrants added entropy at their own request." in found.notes


def test_registering_again_with_entropy_adds_it() -> None:
    cup = LocalTournament(TWO_ROUNDS, rules=2)
    cup.do(OpenRegistration())
    cup.do(Register(player=ADA))
    cup.do(Register(player=ADA, entropy="ada0"), by=ADA)
    assert cup.log[-1].e == events.EntropyAdded(1, "ada0")
    before = cup.tournament
    for again in (Register(player=ADA), Register(player=ADA, entropy="ada0")):
        cup.do(again, by=ADA)
    assert cup.tournament == before
    with pytest.raises(Rejected, match="entropy-added"):
        cup.do(Register(player=ADA, entropy="ada1"), by=ADA)


def test_under_version_1_of_the_rules_entropy_is_refused_after_registration() -> None:
    cup = LocalTournament(TWO_ROUNDS)
    cup.do(Register(player=ADA))
    with pytest.raises(Rejected, match="older-rules"):
        cup.do(AddEntropy(1, "ada0"), by=ADA)
    assert not may_add_entropy(cup.tournament, ADA)


def test_even_under_rules_1_new_requests_cannot_set_the_entropy_of_other_players() -> None:
    """A log that already contains such entropy still verifies."""
    cup = LocalTournament(TWO_ROUNDS)
    for command in (Register(player=ADA, entropy="ada0"), RegisterMany((Register(player=ADA, entropy="ada0"),))):
        assert decide(cup.tournament, ORGANISER, command, SECRET)
        with pytest.raises(Rejected, match="not-your-entropy"):
            admit(cup.tournament, ORGANISER, command)
    admit(cup.tournament, ADA, Register(player=ADA, entropy="ada0"))
    cup.do(Register(player=ADA))
    with pytest.raises(Rejected, match="older-rules"):
        admit(cup.tournament, ADA, Register(player=ADA, entropy="ada0"))
    admit(cup.tournament, ADA, Register(player=ADA))


def test_verify_names_what_changed_between_two_pairings_of_a_round() -> None:
    """An organiser could choose a draw by pairing again, so each attempt is counted, with the changes before it."""
    cup = LocalTournament(plan(Stage(Method.SWISS, 2, rounds=2))).register_bots(6)
    cup.pair()
    cup.pair(again=True)
    cup.do(Register(bot="random"))
    cup.do(Register(player=ADA))
    cup.do(Withdraw(2))
    cup.do(Withdraw(3))
    cup.do(MarkAbsent(4))
    cup.do(Forbid((1, 5)))
    cup.pair(((5, 6),), again=True)
    cup.do(BringBack(2))
    cup.do(Withdraw(8))
    cup.pair(again=True)
    cup.do(StartRound(1))
    cup.play_to_end()
    cup.pair()
    cup.do(RuleTable(1, 1, (3, 3), (1, 1), Cause.ERROR))
    cup.do(Penalise(1, 50, Cause.CONDUCT))
    cup.pair(again=True)
    cup.do(StartRound(2))
    cup.play_to_end()
    found = verify_lines(cup.finish().bundle())
    assert found.ok, found
    entries = [one.n for one in cup.log if isinstance(one.e, events.RoundPaired)]
    assert [note for note in found.notes if "Changed since" in note] == [
        f"Round 1, pairing 2 (entry {entries[1]}). Changed since pairing 1: nothing.",
        f"Round 1, pairing 3 (entry {entries[2]}). Changed since pairing 2: entrants 7, 8 (registered); "
        "entrants 2, 3 (left); entrant 4 (did not come); the forbidden pairs (1 and 5); the tables set by hand.",
        f"Round 1, pairing 4 (entry {entries[3]}). Changed since pairing 3: entrant 8 (left); "
        "entrant 2 (returned); the tables set by hand.",
        f"Round 2, pairing 2 (entry {entries[5]}). Changed since pairing 1: entrant 1 (penalised); "
        "the result of round 1, table 1.",
    ]


def test_tables_cannot_be_set_by_hand_in_a_pairing_that_draws_groups() -> None:
    """Otherwise a refusal would reveal which entrants share a group, and no entry would record the attempt."""
    two_groups = plan(Stage(Method.SWISS, 2, rounds=1, groups=2))
    cut = plan(Stage(Method.SWISS, 2, rounds=1), Stage(Method.SWISS, 2, rounds=1, cut=2))
    cup = LocalTournament(two_groups, rules=2).register_bots(8)
    codes = set[str]()
    for other in range(2, 9):
        with pytest.raises(Rejected) as refused:
            cup.pair(((1, other),))
        codes.add(refused.value.code)
    assert codes == {"groups-drawn"}
    cup.pair()
    first, second = cup.tournament.stages[0]
    cup.pair((first[:2],), again=True)
    with pytest.raises(Rejected, match="not-in-stage"):
        cup.pair(((first[0], second[0]),), again=True)
    cup = LocalTournament(cut, rules=2).register_bots(4).play_rounds()
    for table in cup.tournament.rounds[0].tables:
        cup.do(RuleTable(1, table.number, (3, 3), (1, 1), Cause.ERROR))
    with pytest.raises(Rejected, match="groups-drawn"):
        cup.pair(((1, 2),))
    cup = LocalTournament(two_groups).register_bots(8)
    assert any(isinstance(pair_by_hand(cup, other), events.RoundPaired) for other in range(2, 9)), "rules 1 as before"


def pair_by_hand(cup: LocalTournament, other: int) -> events.TournamentEvent | None:
    """Returns the first round with a table of entrant 1 and another entrant set by hand, or None if it is refused."""
    try:
        return decide(cup.tournament, ORGANISER, PairRound(1, fixed=((1, other),)), SECRET)[-1]
    except Rejected:
        return None
