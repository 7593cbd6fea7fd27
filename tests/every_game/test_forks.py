"""Forks: a match continues from a moment of another one, and can be verified without it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec import Raw
from msgspec.structs import replace

from chronik.domain.engine.game import Rejected
from chronik.domain.engine.match.commands import First, OpenMatch, TakeSeat
from chronik.domain.engine.match.events import Forked
from chronik.domain.engine.match.forking import fork_of
from chronik.domain.engine.match.log import Author
from chronik.domain.engine.match.match import Match
from chronik.domain.engine.proof.archive import unpack
from chronik.domain.engine.proof.verification import verify
from chronik.domain.engine.seats import Seat, SeatHolder, Spectator, Viewer
from chronik.domain.games import CURRENT, game
from chronik.domain.log.canonical import encode
from chronik.domain.log.verdict import Status
from chronik.projections.games import projection
from chronik.projections.match.lobby import Listing, Origin, update_listing
from tests.every_game.exits import Exits, World, history
from tests.every_game.forked import archive, begun, fork, moments, moments_of
from tests.every_game.games import SUPPLIES
from tests.every_game.leaks import Case, Leak, cases, compare, go_on, true_exits
from tests.every_game.playout import Table, play_on, played
from tests.every_game.viewers import viewers

EVERY_GAME = pytest.mark.parametrize("name", list(CURRENT))
TWINS, DEALS = 30, 12
STEPS, LISTED = 4, 20


def eyes_of(viewer: Viewer) -> int | None:
    return viewer.number if isinstance(viewer, Seat) else None


@EVERY_GAME
def test_a_fork_keeps_what_its_viewer_saw_and_verifies_without_its_origin(name: str) -> None:
    rules, see, undone = game(name), projection(name).view, SUPPLIES[name].undone
    for viewer, moment in zip(viewers(len(moments(name)[0].match.chairs)), moments(name), strict=False):
        origin = moment.match
        table = begun(name, origin, moment.fork(rules, eyes_of(viewer)))
        SUPPLIES[name].conserved(table.log[-1].e, table.state)
        here, there = (msgspec.to_builtins(see(state, viewer)) for state in (unsealed(origin.state), table.state))
        assert undone(there) == undone(here)
        found = verify(unpack(archive(table, Random(name))), lambda _: rules)
        assert found.status is Status.GOOD, found.sentence


def unsealed(state: Any) -> Any:
    """Returns a state without sealed choices: in a fork every seat chooses again."""
    return replace(state, sealed=(None,) * len(state.seats)) if hasattr(state, "sealed") else state


@EVERY_GAME
def test_a_fork_does_not_depend_on_what_its_viewer_could_not_know(name: str) -> None:
    """Two matches that look the same to a viewer give the same fork for that viewer."""
    made = 0
    for case in islice(twins(name), TWINS):
        here, there = (fork(game(name), one.history, eyes_of(case.viewer)) for one in (case.world, case.twin))
        assert here == there
        made += here is not None
    assert made > TWINS // 3


@EVERY_GAME
def test_control_a_fork_that_keeps_hidden_cards_is_detected(name: str) -> None:
    rules, caught = game(name), 0
    assert rules.forks is not None
    planted = replace(rules, forks=replace(rules.forks, place=lambda state, eyes, old, new: state))
    for case in islice(twins(name), TWINS):
        here, there = (fork(planted, one.history, eyes_of(case.viewer)) for one in (case.world, case.twin))
        caught += here != there
    assert caught > TWINS // 4


def twins(name: str) -> Iterator[Case]:
    """Yields twins with the same lists of all seats, because a fork makes the lists public."""
    for case in cases(true_exits(name), SUPPLIES[name], "forks"):
        if lists_of(case.world.match) == lists_of(case.twin.match):
            SUPPLIES[name].conserved(case.twin.history[-1][0].e, case.twin.match.state)
            yield case


def lists_of(match: Match) -> list[Any]:
    return [getattr(seat, "deck", None) for seat in match.state.seats]


@EVERY_GAME
def test_hidden_cards_are_dealt_again_by_the_seed_of_the_new_match(name: str) -> None:
    moment = moments(name)[0]
    origin = moment.match
    forks = moment.fork(game(name), None)
    one, again, other = (begun(name, origin, forks, secret * 32).state for secret in (b"a", b"a", b"b"))
    assert one == again != other


@EVERY_GAME
def test_the_lobby_knows_the_origin_of_a_fork(name: str) -> None:
    moment = moments(name)[0]
    origin = moment.match
    table = begun(name, origin, moment.fork(game(name), None))
    assert update_listing(Listing(id=table.match.id), table.log).origin == Origin(origin.id, origin.version)


@EVERY_GAME
def test_cards_dealt_again_are_visible_only_to_the_seats_that_hold_them(name: str) -> None:
    """Whatever the seed deals, the fork's viewer and spectators see the same, there and as play continues."""
    assert differing_deals(name, true_exits(name)) > DEALS * 0.9


@EVERY_GAME
def test_control_a_view_that_shows_redealt_cards_differs_between_two_deals(name: str) -> None:
    """Hands of Cities & Knights are mostly known by counting, so there the dealt cards are progress cards."""
    shows = {"cities_knights": "view: progress cards"}.get(name, "view: all hands")
    with pytest.raises(Leak):
        differing_deals(name, SUPPLIES[name].mutants[shows](true_exits(name)))


def differing_deals(name: str, exits: Exits) -> int:
    """Returns how many of some forks differ between two deals; raises `Leak` if a viewer can see the difference."""
    supplies, rng, differing = SUPPLIES[name], Random(name), 0
    seen_by = viewers(len(moments(name)[0].match.chairs))
    for number, moment in enumerate(moments(name)[:DEALS]):
        viewer, origin = seen_by[number % len(seen_by)], moment.match
        forks = moment.fork(exits.game, eyes_of(viewer))
        tables = [begun(name, origin, forks, secret * 32) for secret in (b"a", b"b")]
        here, there = (World(history(exits.game, table.log), table.keys) for table in tables)
        for one in dict.fromkeys((viewer, Spectator())):
            probes = supplies.probes(exits.honest.view(here.state, one), rng)
            compare(exits, (here, there), 0, one, probes)
            go_on(exits, supplies, (here, there), one, rng)
        differing += supplies.hidden(here.state, viewer) != supplies.hidden(there.state, viewer)
    return differing


@EVERY_GAME
def test_every_listed_option_in_a_fork_is_accepted(name: str) -> None:
    """Otherwise a bot would choose a refused option again and again, and the match would never continue."""
    rules, rng = game(name), Random(f"listed/{name}")
    for number, moment in enumerate(moments(name)[:DEALS]):
        seats = range(len(moment.match.chairs))
        table = begun(name, moment.match, moment.fork(rules, (None, *seats)[number % (len(seats) + 1)]))
        for _ in range(STEPS):
            if table.match.closed is None:
                check_options(table, rng)
                play_on(table, rng, steps=1)


def check_options(table: Table, rng: Random) -> None:
    """Checks that no option offered to an awaited seat is refused."""
    for seat in table.match.waiting:
        listed = table.game.options(table.state, seat)
        assert listed
        for number in rng.sample(range(len(listed)), min(LISTED, len(listed))):
            assert table.refusal(listed[number], seat) is None, listed[number]


@EVERY_GAME
def test_a_fork_can_be_forked_again(name: str) -> None:
    """For the viewer of the first fork, for another seat, and for no seat."""
    rules, rng = game(name), Random(f"again/{name}")
    moment = moments(name)[3]
    table = play_on(begun(name, moment.match, moment.fork(rules, 0)), rng, steps=10)
    for again in moments_of(table, rng):
        for eyes in (0, 1, None):
            second = begun(name, again.match, again.fork(rules, eyes))
            SUPPLIES[name].conserved(second.log[-1].e, second.state)
            check_options(second, rng)


@EVERY_GAME
def test_a_match_played_under_rules_1_can_be_continued_under_the_current_rules(name: str) -> None:
    first, today = game(name, 1), game(name)
    table = played(first, first.seats[-1], "first", steps=60)
    moment = next(moments_of(table, Random(name), today))
    for eyes in (None, 0):
        fork = begun(name, moment.match, moment.fork(today, eyes))
        assert fork.match.opened is not None
        assert fork.match.opened.rules == today.version
        check_options(fork, Random(name))


@EVERY_GAME
def test_a_fork_can_wait_for_friends_to_take_its_seats(name: str) -> None:
    moment = moments(name)[1]
    origin = moment.match
    seats, you = len(origin.chairs), SeatHolder(player="a" * 32)
    table = begun(name, origin, moment.fork(game(name), 0), b"s" * 32, you, *[SeatHolder()] * (seats - 1))
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
def test_an_invalid_position_is_refused(name: str, spoilt: str) -> None:
    moment = moments(name)[2]
    origin = moment.match
    forks = moment.fork(game(name), None)
    with pytest.raises(Rejected, match=r"^fork$"):
        begun(name, origin, replace(forks, position=Raw(SPOILT[spoilt](bytes(forks.position)))))


@EVERY_GAME
def test_a_fork_with_first_commands_is_refused(name: str) -> None:
    moment = moments(name)[2]
    origin = moment.match
    assert origin.opened is not None
    chairs = tuple(SeatHolder(bot="random") for _ in origin.chairs)
    first = (First(0, Raw(b'{"t":"end-turn"}')),)
    command = OpenMatch(chairs, origin.opened.options, first=first, fork=moment.fork(game(name), None))
    refused = Table(game(name), "0f" * 16, b"s" * 32).refusal(command, by=Author.ENGINE)
    assert refused is not None
    assert refused.code == "fork"


@EVERY_GAME
def test_a_match_cannot_be_forked_before_the_deal(name: str) -> None:
    with pytest.raises(Rejected, match=r"^fork-moment$"):
        fork_of(game(name), [], b"", None)


@EVERY_GAME
def test_every_position_is_small_enough_to_be_logged(name: str) -> None:
    sizes = [len(encode(moment.fork(game(name), None))) for moment in moments(name)]
    assert max(sizes) < 12 << 10
