"""Chance: nobody alone chooses a draw or a shuffle of a tournament, and whoever tries is found out."""

from __future__ import annotations

from hashlib import sha256

import pytest
from msgspec.structs import replace

from domain.engine.game import Rejected
from domain.engine.match.events import Cause, Disclosure
from domain.engine.match.match import outcome
from domain.engine.match.seating import MAX_ENTROPY
from domain.engine.proof.archive import unpack
from domain.engine.proof.verification import Status, verify
from domain.engine.seats import SeatHolder
from domain.tournament.proof.bundle import BundledArchive, BundledLack, Lack, Line
from domain.tournament.record import events, seeds
from domain.tournament.record.commands import Cancel, Finish, Register, RuleTable
from domain.tournament.record.plan import Decks, Method, Stage
from domain.tournament.record.state import chairs_of
from domain.tournament.rules.decide import decide
from domain.tournament.rules.rounds import publication
from tests.support.tournament.held import CHRONIK, ID, KATHARINA, SECRET, Held, archive, bound, plan, played
from tests.tournament.test_bundle import LOAD, change_event, checked

ADA, BEN, CLEO, DORA = (digit * 32 for digit in "1234")
TWO_ROUNDS = plan(Stage(Method.SWISS, 2, rounds=2))


@pytest.fixture(scope="module")
def held() -> Held:
    """Four players who added entropy, two rounds, over."""
    return Held(TWO_ROUNDS).people(ADA, BEN, CLEO, DORA, entropy=True).play(2).finish()


@pytest.fixture
def lines(held: Held) -> list[Line]:
    return list(held.lines())


def with_archive(lines: list[Line], match: str, file: bytes) -> list[Line]:
    """The lines of a bundle with another archive of a match."""
    return [
        replace(line, file=file) if isinstance(line, BundledArchive) and line.match == match else line for line in lines
    ]


def test_the_derivations_stay_as_they_are() -> None:
    """Vectors: whoever writes a verifier in another language gets the same."""
    entropies = ("10" * 32, "", "ff")
    assert seeds.commitments(ID, SECRET) == seeds.Commitments(
        "482e6094dd34e636bb70d9d9f06552b8594021d8092922163e681369b586bc6a",
        "f3ddb441e5bfc62746860b6dcd4e2d2c8920c1c71ac16b57997eefc1699cc9a9",
    )
    assert seeds.all_entropy(entropies).hex() == "7c14eade6c84a36b3328b0c927b667f4ca28af763c6137149888f1f6cc911905"
    assert SECRET.of_round(2, 1, entropies).hex() == "0ac5787ff5d53752c34e9f7ecb55052dc36a6a6749a8dfd4f882163ef3c3096e"
    assert seeds.lot_stream(SECRET.of_lot("0/1", entropies), "0/1").word() == 9701727630484863235
    match = seeds.match_id(ID, 2, 1, 3)
    assert match == "2f96b879e73de96ffef0263637fab4fc"
    assert (
        seeds.table_secret(SECRET.tables, match).hex()
        == "8651556f041a32eedc36206d481ba96e7a358ef0ffe2301c73faa62c0e3a38dc"
    )


def test_every_input_of_a_seed_counts() -> None:
    entropies = ("10", "", "20")
    seeds_of_rounds = {
        SECRET.of_round(1, 0, entropies),
        SECRET.of_round(1, 1, entropies),
        SECRET.of_round(2, 0, entropies),
        seeds.Secret(SECRET.tables, b"").of_round(1, 0, entropies),
        SECRET.of_round(1, 0, ("", "10", "20")),
        SECRET.of_round(1, 0, ("1020", "", "")),
        SECRET.of_round(1, 0, (*entropies, "")),
    }
    assert len(seeds_of_rounds) == 7
    places = {seeds.match_id(ID, *place) for place in ((1, 0, 1), (0, 1, 1), (1, 1, 0), (1, 0, 1, 2))}
    assert len(places | {seeds.match_id("f" * 32, 1, 0, 1)}) == 5


def test_what_was_held_with_entropy_is_good(held: Held, lines: list[Line]) -> None:
    found = checked(bound(lines))
    assert found.ok, found
    assert found.notes[:2] == (
        "Every seed follows from the published secret and all entropy, and every round was drawn again from it.",
        "The secret of each match follows from the published one, and its seats added what they had registered.",
    )
    assert not any("could choose" in note for note in found.notes)
    file = next(line.file for line in lines if isinstance(line, BundledArchive))
    assert verify(unpack(file), LOAD).ok
    assert {one.entropy for one in held.tournament.entrants} == {
        sha256(one.encode()).hexdigest() for one in (ADA, BEN, CLEO, DORA)
    }


def test_choosing_among_secrets_for_a_table_is_found_out() -> None:
    """The attack: try secrets for one table, after everybody is named, and keep the best hand. Each archive is good."""
    held = Held(TWO_ROUNDS).people(ADA, BEN, entropy=True)
    held.start()
    table = held.tournament.rounds[0].tables[0]
    chairs = chairs_of(held.tournament, table.games[0])
    tried = [sha256(b"%d" % number).digest() for number in range(8)]

    def lead(secret: bytes) -> int:
        ended = outcome(KATHARINA, played(table.match, chairs, secret).match)
        assert ended is not None
        return ended.points[0] - ended.points[1]

    ground = max(tried, key=lead)
    file = archive(table.match, chairs, ground)
    assert verify(unpack(file), LOAD).ok
    held.arrive(table.match, ground)
    held.finish()
    found = checked(bound(with_archive(list(held.lines()), table.match, file)))
    assert found.status is Status.ALTERED
    assert found.sentence == (
        f"Round 1, table 1: the secret of match {table.match} does not follow from that of the tournament."
    )


def test_a_secret_of_the_tables_that_was_chosen_afterwards_is_found_out(lines: list[Line]) -> None:
    change_event(lines, events.SecretPublished, tables="5a" * 32)
    assert "published secret of the tables is not the one that entry 1" in checked(bound(lines)).sentence


def test_entropy_that_was_swapped_is_found_out(held: Held, lines: list[Line]) -> None:
    """In the match, where the rest follows from it, and in the record, where every draw does."""
    table = held.tournament.rounds[0].tables[0]
    first, second = chairs_of(held.tournament, table.games[0])
    swapped = (replace(first, entropy=second.entropy), replace(second, entropy=first.entropy))
    found = checked(bound(with_archive(lines, table.match, archive(table.match, swapped))))
    assert found.status is Status.ALTERED
    assert "add other entropy than their entrants have registered" in found.sentence
    change_event(lines, events.Registered, 0, entropy="00" * 32)
    assert "seed that does not follow from the published secret" in checked(bound(lines)).sentence


def test_entropy_that_was_left_out_of_a_match_is_found_out(held: Held, lines: list[Line]) -> None:
    table = held.tournament.rounds[1].tables[1]
    without = tuple(SeatHolder(one.player) for one in chairs_of(held.tournament, table.games[0]))
    found = checked(bound(with_archive(lines, table.match, archive(table.match, without))))
    assert "add other entropy than their entrants have registered" in found.sentence


def published(held: Held) -> tuple[events.TournamentEvent, ...]:
    """What publishing the secret would bring now."""
    return decide(held.tournament, CHRONIK, publication(held.tournament, SECRET), SECRET)


def test_a_secret_that_is_published_early_is_refused() -> None:
    held = Held(TWO_ROUNDS).people(ADA, BEN, CLEO, DORA, entropy=True)
    assert published(held) == ()
    held.start()
    first, second = held.tournament.rounds[0].tables
    held.arrive(first.match)
    assert published(held) == ()
    held.do(Cancel())
    assert published(held) == (), "a match is still being played"
    early = Held(TWO_ROUNDS)
    early.log, early.tournament = list(held.log), held.tournament
    command = publication(held.tournament, SECRET)
    early.write(command, [events.SecretPublished(command.draws, command.tables)])
    found = checked(early.bundle())
    assert found.status is Status.ALTERED
    assert "(secret-published) is more than the command" in found.sentence
    held.arrive(second.match)
    assert held.publish().tournament.secret is not None
    assert checked(held.bundle()).ok
    assert published(held) == (), "once"


def test_a_ruling_closes_no_match_by_itself() -> None:
    """The entry of a referee says how a table counts; only its log says that nobody plays there any more."""
    held = Held(plan(Stage(Method.SWISS, 2, rounds=1))).people(ADA, BEN)
    held.start()
    match = held.tournament.rounds[0].tables[0].match
    held.do(RuleTable(1, 1, (1, 0), (1, 2), Cause.NO_SHOW))
    held.do(Finish())
    assert published(held) == ()
    held.arrive(match)
    assert published(held) != ()


@pytest.mark.parametrize(
    "more", [{"disclosure": Disclosure.PLAYERS}, {"decks": Decks.CLOSED}], ids=["players", "lists"]
)
def test_what_stays_closed_keeps_the_secret_of_its_tables(more: dict[str, object]) -> None:
    """Each match's secret follows its own disclosure, and where it came from stays unchecked."""
    held = Held(replace(TWO_ROUNDS, **more)).people(ADA, BEN, entropy=True).play()
    held.do(Finish())
    assert published(held) == (events.SecretPublished(SECRET.draws.hex()),)
    held.publish()
    if "decks" in more:
        found = checked(held.bundle())
        assert found.ok, found
        assert (
            "1 match with an unchecked origin: what the secrets of the tables follow from is not shown." in found.notes
        )
    lines = [
        BundledLack(line.match, Lack.WITHHELD) if isinstance(line, BundledArchive) and "disclosure" in more else line
        for line in held.lines()
    ]
    assert checked(bound(lines)).ok
    change_event(lines, events.SecretPublished, tables=SECRET.tables.hex())
    assert "(publish-secret): wrong-secret" in checked(bound(lines)).sentence


def test_hiding_the_secret_of_open_tables_is_found_out(lines: list[Line]) -> None:
    change_event(lines, events.SecretPublished, tables="")
    assert "(publish-secret): wrong-secret" in checked(bound(lines)).sentence


def test_as_long_as_nothing_is_published_the_origin_is_counted_as_unchecked() -> None:
    held = Held(TWO_ROUNDS).people(ADA, BEN, CLEO, entropy=True).play()
    found = checked(held.bundle())
    assert found.ok, found
    assert found.notes[0].startswith("The secret is not published yet")
    assert found.notes[1].startswith("1 match with an unchecked origin")


def test_rounds_and_tables_to_which_nobody_added_entropy_are_told() -> None:
    held = Held(TWO_ROUNDS).bots(2).play()
    held.do(Register(player=ADA, entropy="00"))
    notes = checked(held.play().finish().bundle()).notes
    assert "Round 1: drawn before any entrant had added entropy, so the service could choose." in notes
    assert any(note.endswith("at which nobody added entropy: there the service could choose.") for note in notes)


def test_entropy_comes_with_players_and_is_bounded() -> None:
    held = Held(plan(elsewhere=True)).people(ADA)

    def refusal(wanted: Register) -> str:
        with pytest.raises(Rejected) as refused:
            held.do(wanted)
        return refused.value.code

    assert refusal(Register(player=BEN, entropy="00" * (MAX_ENTROPY + 1))) == "entropy"
    assert refusal(Register(player=BEN, entropy="0g")) == "entropy"
    assert refusal(Register(player=BEN, guest=True, entropy="00")) == "entropy"
    assert refusal(Register(bot="random", entropy="00")) == "entropy"
    held.do(Register(player=BEN, entropy="AB" * MAX_ENTROPY))
    assert held.tournament.entropies[-1] == "ab" * MAX_ENTROPY


def test_who_registers_later_changes_every_draw_from_then_on() -> None:
    held = Held(TWO_ROUNDS).people(ADA, BEN, CLEO, DORA, entropy=True)
    held.pair()
    held.do(Register(player="5" * 32, entropy="00"))
    held.pair(again=True)
    drawn = [one.e for one in held.log if isinstance(one.e, events.RoundPaired)]
    entropies = held.tournament.entropies
    assert drawn[0].seed == SECRET.of_round(1, 0, entropies[:-1]).hex()
    assert drawn[1].seed == SECRET.of_round(1, 1, entropies).hex()
