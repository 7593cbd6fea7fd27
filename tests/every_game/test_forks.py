"""Forks: a match goes on from a moment of another one, and holds all that is needed to verify it without that one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec import Raw
from msgspec.structs import replace

from domain.engine.game import Rejected
from domain.engine.match.commands import First, OpenMatch, TakeSeat
from domain.engine.match.events import Forked
from domain.engine.match.forking import fork_of
from domain.engine.match.log import Author, encode
from domain.engine.match.match import Match
from domain.engine.proof.archive import unpack
from domain.engine.proof.verification import Status, verify
from domain.engine.seats import Seat, SeatHolder, Spectator, Viewer
from domain.games import CURRENT, game
from projections.games import projection
from projections.match.lobby import Listing, Origin, listed
from tests.support.every_game.exits import Exits, World, history
from tests.support.every_game.forked import archive, begun, fork, moments
from tests.support.every_game.games import SUPPLIES
from tests.support.every_game.leaks import Case, Leak, cases, compare, go_on, true_exits
from tests.support.every_game.playout import Table
from tests.support.every_game.viewers import viewers

EVERY_GAME = pytest.mark.parametrize("name", list(CURRENT))
TWINS, DEALS = 30, 12


def eyes_of(viewer: Viewer) -> int | None:
    return viewer.number if isinstance(viewer, Seat) else None


@EVERY_GAME
def test_a_fork_shows_its_eyes_what_they_saw_and_is_verified_without_its_origin(name: str) -> None:
    rules, see, undone = game(name), projection(name).view, SUPPLIES[name].undone
    for viewer, (origin, head) in zip(viewers(len(moments(name)[0][0].chairs)), moments(name), strict=False):
        table = begun(name, origin, fork_of(rules, origin, head, eyes_of(viewer)))
        SUPPLIES[name].conserved(table.log[-1].e, table.state)
        here, there = (msgspec.to_builtins(see(state, viewer)) for state in (unsealed(origin.state), table.state))
        assert undone(there) == undone(here)
        found = verify(unpack(archive(table, Random(name))), lambda _: rules)
        assert found.status is Status.GOOD, found.sentence


def unsealed(state: Any) -> Any:
    """A state without sealed choices: in a fork everybody chooses anew."""
    return replace(state, sealed=(None,) * len(state.seats)) if hasattr(state, "sealed") else state


@EVERY_GAME
def test_what_was_hidden_does_not_matter_to_a_fork(name: str) -> None:
    """Two matches that look the same to somebody make the same fork through these eyes."""
    made = 0
    for case in islice(twins(name), TWINS):
        here, there = (fork(game(name), one.match, eyes_of(case.viewer)) for one in (case.world, case.twin))
        assert here == there
        made += here is not None
    assert made > TWINS // 3


@EVERY_GAME
def test_a_fork_that_keeps_what_was_hidden_is_caught(name: str) -> None:
    rules, caught = game(name), 0
    assert rules.forks is not None
    planted = replace(rules, forks=replace(rules.forks, laid=lambda state, eyes, pools: state))
    for case in islice(twins(name), TWINS):
        here, there = (fork(planted, one.match, eyes_of(case.viewer)) for one in (case.world, case.twin))
        caught += here != there
    assert caught > TWINS // 4


def twins(name: str) -> Iterator[Case]:
    """Twins to which seats brought the same lists: those are open when a match is gone on from."""
    for case in cases(true_exits(name), SUPPLIES[name], "forks"):
        if lists_of(case.world.match) == lists_of(case.twin.match):
            SUPPLIES[name].conserved(case.twin.history[-1][0].e, case.twin.match.state)
            yield case


def lists_of(match: Match) -> list[Any]:
    return [getattr(seat, "deck", None) for seat in match.state.seats]


@EVERY_GAME
def test_what_was_hidden_is_dealt_anew_by_the_seed_of_the_new_match(name: str) -> None:
    origin, head = moments(name)[0]
    forks = fork_of(game(name), origin, head, None)
    one, again, other = (begun(name, origin, forks, secret * 32).state for secret in (b"a", b"a", b"b"))
    assert one == again != other


@EVERY_GAME
def test_the_lobby_knows_where_a_fork_comes_from(name: str) -> None:
    origin, head = moments(name)[0]
    table = begun(name, origin, fork_of(game(name), origin, head, None))
    assert listed(Listing(id=table.match.id), table.log).origin == Origin(origin.id, origin.version)


@EVERY_GAME
def test_what_was_dealt_anew_shows_to_nobody_but_those_who_got_it(name: str) -> None:
    """Whatever the seed deals, the eyes of a fork and spectators obtain the same, there and as play goes on."""
    assert differing_deals(name, true_exits(name)) > DEALS * 0.9


@EVERY_GAME
def test_control_a_view_that_shows_all_hands_tells_two_deals_apart(name: str) -> None:
    with pytest.raises(Leak):
        differing_deals(name, SUPPLIES[name].mutants["view: all hands"](true_exits(name)))


def differing_deals(name: str, exits: Exits) -> int:
    """How many of some forks are dealt in two ways that differ; raises `Leak` where somebody obtains the difference."""
    supplies, rng, differing = SUPPLIES[name], Random(name), 0
    seen_by = viewers(len(moments(name)[0][0].chairs))
    for number, (origin, head) in enumerate(moments(name)[:DEALS]):
        viewer = seen_by[number % len(seen_by)]
        forks = fork_of(exits.game, origin, head, eyes_of(viewer))
        tables = [begun(name, origin, forks, secret * 32) for secret in (b"a", b"b")]
        here, there = (World(history(exits.game, table.log), table.keys) for table in tables)
        for one in dict.fromkeys((viewer, Spectator())):
            probes = supplies.probes(exits.honest.view(here.state, one), rng)
            compare(exits, (here, there), 0, one, probes)
            go_on(exits, supplies, (here, there), one, rng)
        differing += supplies.hidden(here.state, viewer) != supplies.hidden(there.state, viewer)
    return differing


@EVERY_GAME
def test_a_fork_waits_for_friends(name: str) -> None:
    origin, head = moments(name)[1]
    seats, you = len(origin.chairs), SeatHolder(player="a" * 32)
    table = begun(name, origin, fork_of(game(name), origin, head, 0), b"s" * 32, you, *[SeatHolder()] * (seats - 1))
    assert table.match.state is None
    assert isinstance(table.log[1].e, Forked)
    for seat in range(1, seats):
        table.do(TakeSeat(seat, f"{seat}" * 32, "ab"), seat)
    assert [prompt.prompt for prompt in table.match.asked] == [prompt.prompt for prompt in origin.asked]


SPOILT: dict[str, Callable[[bytes], bytes]] = {
    "another event": lambda position: b'{"t":"started"}',
    "no state": lambda position: b'{"t":"positioned"}',
    "a pool of what is not hidden": lambda position: position.replace(b'"anew":[[', b'"anew":[["P001",'),
    "not canonical": lambda position: position.replace(b":", b": ", 1),
}


@EVERY_GAME
@pytest.mark.parametrize("spoilt", SPOILT)
def test_what_is_no_position_is_refused(name: str, spoilt: str) -> None:
    origin, head = moments(name)[2]
    forks = fork_of(game(name), origin, head, None)
    with pytest.raises(Rejected, match=r"^fork$"):
        begun(name, origin, replace(forks, position=Raw(SPOILT[spoilt](bytes(forks.position)))))


@EVERY_GAME
def test_a_fork_brings_no_first_commands(name: str) -> None:
    origin, head = moments(name)[2]
    assert origin.opened is not None
    chairs = tuple(SeatHolder(bot="random") for _ in origin.chairs)
    first = (First(0, Raw(b'{"t":"end-turn"}')),)
    command = OpenMatch(chairs, origin.opened.options, first=first, fork=fork_of(game(name), origin, head, None))
    refused = Table(game(name), "0f" * 16, b"s" * 32).refusal(command, by=Author.ENGINE)
    assert refused is not None
    assert refused.code == "fork"


@EVERY_GAME
def test_nobody_plays_on_from_where_nothing_was_dealt(name: str) -> None:
    with pytest.raises(Rejected, match=r"^fork-moment$"):
        fork_of(game(name), Match(id="0" * 32), b"", None)


@EVERY_GAME
def test_a_position_fits_into_a_log(name: str) -> None:
    sizes = [len(encode(fork_of(game(name), origin, head, None))) for origin, head in moments(name)]
    assert max(sizes) < 12 << 10
