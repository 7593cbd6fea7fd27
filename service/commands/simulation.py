"""Whole matches of bots, without a service: each is decided, encoded and chained as the service would do it."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from functools import partial
from hashlib import sha256
from multiprocessing import active_children, get_context
from multiprocessing.resource_tracker import ensure_running
from pathlib import Path
from time import perf_counter

from msgspec import Raw, Struct

from domain.engine.game import Game, Rejected
from domain.engine.hashing import hashed
from domain.engine.match.chain import Keys
from domain.engine.match.commands import OpenMatch
from domain.engine.match.decide import Decided, Intent, decide
from domain.engine.match.events import Opened
from domain.engine.match.log import Author, encode, written
from domain.engine.match.match import Match, outcome
from domain.engine.match.options import options_of
from domain.engine.match.seating import first_head, seeded
from domain.engine.prompts import Asked
from domain.engine.sealing import sealed_by
from domain.engine.seats import Seat, SeatHolder
from domain.games import game as game_named
from projections.games import projection as projection_of
from projections.match.projection import Projection
from service.bots.bot import Bot
from service.bots.bot_random import Luck
from service.bots.levels import bot as bot_of
from service.commands.own_bot import OwnBot, Question, complain, load_mind
from service.matches.listed import listed

MATCHES_AT_ONCE = 16
FIRST = Bot("first", lambda view, options, luck: options[0], looks=False)
"""Plays for a bot that has no answer."""
MAX_ROUNDS = 200
"""Where a game has no last round of its own, one that chance alone plays need not end."""


class Playout(Struct, frozen=True):
    """A match played to its end, or to its last round: its stored batches, and the head of their chain.

    `helped` says of each seat how often the first option was played, as its bot had no answer that holds.
    """

    match: Match
    batches: tuple[bytes, ...]
    head: bytes
    helped: tuple[int, ...] = ()


class Result(Struct, frozen=True):
    """What is kept of a simulated match; `capped` when it went on for too long to be finished."""

    head: bytes
    commands: int
    events: int
    points: tuple[int, ...]
    places: tuple[int, ...]
    capped: bool
    helped: tuple[int, ...] = ()


class Simulation(Struct, frozen=True):
    """Many matches in numbers: the mean score of each seat, and one digest over the final heads in order (hex)."""

    game: str
    matches: int
    seats: int
    seed: int
    bots: str
    capped: int
    commands: int
    events: int
    seconds: float
    mean_scores: tuple[float, ...]
    digest: str


def play_out(
    game: Game,
    projection: Projection,
    match_id: str,
    secret: bytes,
    bots: Sequence[Bot | OwnBot],
    options: Raw | None = None,
    chairs: Sequence[SeatHolder] = (),
) -> Playout:
    """A match with a bot on every seat, who answer in the order they are asked, until it is over; all is at 0.

    Without options it has those of the game, written out as every match has them. With `chairs` the bots answer for
    whoever sits there.
    """
    keys = Keys.of(match_id, secret)
    chairs = tuple(chairs) or tuple(SeatHolder(bot=bot.level) for bot in bots)
    opening = OpenMatch(chairs, options_of(game, {}) if options is None else options)
    wanted = Intent(command=opening, raw=Raw(encode(opening)), at=0, by=Author.ENGINE)
    decided = decide(game, Match(id=match_id), wanted, keys)
    opened = decided.match.opened
    assert isinstance(opened, Opened)
    stored = [written(decided.batch)]
    head = keys.head(first_head(keys, opened), decided.match.version, stored[0])
    keys = seeded(decided.match.chairs, keys)
    match, helped = decided.match, [0] * len(bots)
    while match.closed is None and game.round(match.state) <= MAX_ROUNDS:
        asked = match.owed[0]
        seat: int = asked.prompt.seat
        bot = bots[seat]
        if isinstance(bot, OwnBot):
            answered = _answered_by_own(bot, game, projection, match, asked, keys)
            helped[seat] += answered is None
            decided = answered or _answered(FIRST, game, projection, match, asked, keys)
        else:
            decided = _answered(bot, game, projection, match, asked, keys)
        match = decided.match
        stored.append(written(decided.batch))
        head = keys.head(head, match.version, stored[-1])
    return Playout(match, tuple(stored), head, tuple(helped))


def _answered(bot: Bot, game: Game, projection: Projection, match: Match, asked: Asked, keys: Keys) -> Decided:
    """What the answer of a bot of the house brings."""
    seat: int = asked.prompt.seat
    view = projection.view(match.state, Seat(seat)) if bot.looks else None
    answer = bot.answer(view, game.options(match.state, seat), Luck(match.id, seat, asked.id))
    return decide(game, match, _wanted(answer, seat), keys)


def _answered_by_own(
    bot: OwnBot, game: Game, projection: Projection, match: Match, asked: Asked, keys: Keys
) -> Decided | None:
    """What the first answer of somebody's own bot brings that the rules accept; None where it has none."""
    seat: int = asked.prompt.seat
    forms = () if game.form_type is None else game.forms(match.state, seat)
    prompt = {"id": asked.id, "sealed": sealed_by(match.state, seat) is not None, "prompt": asked.prompt}
    question = Question(
        game.name,
        projection.view(match.state, Seat(seat)),
        {**prompt, "forms": forms},
        listed(game.options(match.state, seat), forms),
    )
    for command in bot.commands(question, game.command_type):
        try:
            return decide(game, match, _wanted(command, seat), keys)
        except Rejected as error:
            complain(f"{bot.level} is refused: {error.code}.")
    return None


def _wanted(answer: object, seat: int) -> Intent:
    return Intent(command=answer, raw=Raw(encode(answer)), at=0, seat=seat, by=Author.BOT)


def simulate(
    game: str,
    matches: int,
    seats: int,
    seed: int,
    bots: str = "random",
    *,
    options: Raw | None = None,
    data_set: Path | None = None,
    processes: int | None = None,
    progress: Callable[[int], None] = lambda _: None,
) -> Simulation:
    """The same numbers for the same arguments on any machine, however many processes share the work.

    `bots` is the level of all seats, or one level for each, joined by commas. `progress` is told how many are done.
    """
    began = perf_counter()
    heads, points = sha256(), [0] * seats
    capped = commands = events = 0
    played = results(game, matches, seats, seed, [bots], options=options, data_set=data_set, processes=processes)
    for done, result in enumerate(played, 1):
        heads.update(result.head)
        points = [total + more for total, more in zip(points, result.points, strict=True)]
        capped += result.capped
        commands += result.commands
        events += result.events
        progress(done)
    return Simulation(
        game=game,
        matches=matches,
        seats=seats,
        seed=seed,
        bots=bots,
        capped=capped,
        commands=commands,
        events=events,
        seconds=round(perf_counter() - began, 3),
        mean_scores=tuple(round(total / max(1, matches), 3) for total in points),
        digest=heads.hexdigest(),
    )


def results(
    game: str,
    matches: int,
    seats: int,
    seed: int,
    bots: Sequence[str] = ("random",),
    *,
    options: Raw | None = None,
    data_set: Path | None = None,
    processes: int | None = None,
) -> Iterator[Result]:
    """The matches of a simulation, in order; raises KeyError for a game or a level there is not.

    `bots` are those of each match as `simulate` names them, taken in turn.
    """
    play = partial(_one, game, seats, seed, tuple(bots), None if options is None else bytes(options), data_set)
    workers = min(processes or os.cpu_count() or 1, -(-matches // MATCHES_AT_ONCE))
    if workers <= 1:
        yield from map(play, range(matches))
        return
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        try:
            with _unheard_by_children(signal.SIGINT):
                played = pool.map(play, range(matches), chunksize=MATCHES_AT_ONCE)
            yield from played
        except BaseException:
            for child in active_children():
                child.terminate()
            raise


@contextmanager
def _unheard_by_children(number: signal.Signals) -> Generator[None]:
    """Holds a signal back, for us until the end of the block, for processes that begin in it for ever.

    Ctrl-C reaches all processes of a command, and it is the first one that ends the others.
    """
    if sys.platform == "win32":
        yield  # there a signal cannot be held back
        return
    ensure_running()  # this helper of Python's would let the signal through again as it begins
    signal.pthread_sigmask(signal.SIG_BLOCK, {number})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {number})


def _one(
    game: str, seats: int, seed: int, bots: Sequence[str], options: bytes | None, data_set: Path | None, number: int
) -> Result:
    rules = game_named(game, data_set=data_set)
    named = bots[number % len(bots)]
    levels = named.split(",") if "," in named else [named] * seats
    players = [OwnBot(level, load_mind(level)) if ":" in level else bot_of(game, level, data_set) for level in levels]
    identity = hashed(b"chronik/simulated-match/1", b"%d" % seed, b"%d" % number)[:16].hex()
    secret = hashed(b"chronik/simulated-secret/1", b"%d" % seed, b"%d" % number)
    projection = projection_of(game, data_set)
    played = play_out(rules, projection, identity, secret, players, None if options is None else Raw(options))
    end = outcome(rules, played.match)
    return Result(
        head=played.head,
        commands=len(played.batches),
        events=played.match.version,
        points=end.points if end else projection.points(played.match.state),
        places=end.places if end else (1,) * seats,
        capped=end is None,
        helped=played.helped,
    )
