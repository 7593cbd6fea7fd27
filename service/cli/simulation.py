"""Whole matches between bots, without a service: each batch is decided, encoded and chained as in the service."""

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

from chronik.domain.engine.game import Game, Rejected
from chronik.domain.engine.hashing import hash_parts
from chronik.domain.engine.match.chain import Keys, seed_keys
from chronik.domain.engine.match.commands import OpenMatch
from chronik.domain.engine.match.decide import Decided, Intent, decide
from chronik.domain.engine.match.events import Opened
from chronik.domain.engine.match.log import Author, encode_batch
from chronik.domain.engine.match.match import Match, outcome
from chronik.domain.engine.match.options import options_of
from chronik.domain.engine.match.seating import first_head
from chronik.domain.engine.prompts import NumberedPrompt
from chronik.domain.engine.sealing import find_sealed_choice
from chronik.domain.engine.seats import Seat, SeatHolder
from chronik.domain.games import game as game_named
from chronik.domain.log.canonical import encode
from chronik.projections.games import projection as projection_of
from chronik.projections.match.projection import Projection
from chronik.service.bots.bot import Bot
from chronik.service.bots.bot_random import Luck
from chronik.service.bots.levels import bot as bot_of
from chronik.service.cli.own_bot import OwnBot, Question, complain, load_mind
from chronik.service.matches.capped_options import cap_options

MATCHES_AT_ONCE = 16
FIRST = Bot("first", lambda view, options, luck: options[0], needs_view=False)
"""The bot that replaces a bot without a valid answer."""
MAX_ROUNDS = 200
"""A limit for games without a last round, which might never end if bots play at random."""


class Playout(Struct, frozen=True):
    """A match played to its end, or to the round limit: its stored batches, and the head of their chain.

    `helped` counts for each seat how often the first option was played, because its bot gave no valid answer.
    """

    match: Match
    batches: tuple[bytes, ...]
    head: bytes
    helped: tuple[int, ...] = ()


class Result(Struct, frozen=True):
    """The result of a simulated match; `capped` is true if it reached the round limit."""

    head: bytes
    commands: int
    events: int
    points: tuple[int, ...]
    places: tuple[int, ...]
    capped: bool
    helped: tuple[int, ...] = ()


class Simulation(Struct, frozen=True):
    """The figures of many matches: the mean score of each seat, and one digest over all final heads in order (hex)."""

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
    """Plays a match with a bot on every seat until it is over; bots answer in the order of the questions.

    All times are 0. Without `options` the game's defaults apply, written out as in every match. With `chairs` the bots
    answer for the players of these seats.
    """
    keys = Keys.of(match_id, secret)
    chairs = tuple(chairs) or tuple(SeatHolder(bot=bot.level) for bot in bots)
    opening = OpenMatch(chairs, options_of(game, {}) if options is None else options)
    wanted = Intent(command=opening, raw=Raw(encode(opening)), at=0, by=Author.ENGINE)
    decided = decide(game, Match(id=match_id), wanted, keys)
    opened = decided.match.opened
    assert isinstance(opened, Opened)
    stored = [encode_batch(decided.batch)]
    head = keys.head(first_head(keys, opened), decided.match.version, stored[0])
    keys = seed_keys(decided.match.chairs, keys)
    match, helped = decided.match, [0] * len(bots)
    while match.closed is None and game.round(match.state) <= MAX_ROUNDS:
        asked = match.owed[0]
        seat: int = asked.prompt.seat
        bot = bots[seat]
        if isinstance(bot, OwnBot):
            own = _decide_own_answer(bot, game, projection, match, asked, keys)
            helped[seat] += own is None
            decided = own or _decide_answer(FIRST, game, projection, match, asked, keys)
        else:
            decided = _decide_answer(bot, game, projection, match, asked, keys)
        match = decided.match
        stored.append(encode_batch(decided.batch))
        head = keys.head(head, match.version, stored[-1])
    return Playout(match, tuple(stored), head, tuple(helped))


def _decide_answer(
    bot: Bot, game: Game, projection: Projection, match: Match, asked: NumberedPrompt, keys: Keys
) -> Decided:
    """Decides the answer of a built-in bot, and returns the result."""
    seat: int = asked.prompt.seat
    view = projection.view(match.state, Seat(seat)) if bot.needs_view else None
    answer = bot.answer(view, game.options(match.state, seat), Luck(match.id, seat, asked.id))
    return decide(game, match, _intent_of(answer, seat), keys)


def _decide_own_answer(
    bot: OwnBot, game: Game, projection: Projection, match: Match, asked: NumberedPrompt, keys: Keys
) -> Decided | None:
    """Decides the answers of a user's bot until the rules accept one; returns None if they refuse them all."""
    seat: int = asked.prompt.seat
    forms = () if game.form_type is None else game.forms(match.state, seat)
    prompt = {"id": asked.id, "sealed": find_sealed_choice(match.state, seat) is not None, "prompt": asked.prompt}
    question = Question(
        game.name,
        projection.view(match.state, Seat(seat)),
        {**prompt, "forms": forms},
        cap_options(game.options(match.state, seat), forms),
    )
    for command in bot.commands(question, game.command_type):
        try:
            return decide(game, match, _intent_of(command, seat), keys)
        except Rejected as error:
            complain(f"{bot.level} gave an illegal command: {error.code}.")
    return None


def _intent_of(answer: object, seat: int) -> Intent:
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
    """Plays many matches; the same arguments give the same numbers on any machine and with any number of processes.

    `bots` is the level of all seats, or one level per seat, separated by commas. `progress` receives the number of
    finished matches.
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
    """Yields the result of each match of a simulation, in order; raises `KeyError` for an unknown game or level.

    `bots` are used for the matches in turn, each as in `simulate`.
    """
    play = partial(_play_one, game, seats, seed, tuple(bots), None if options is None else bytes(options), data_set)
    workers = min(processes or os.cpu_count() or 1, -(-matches // MATCHES_AT_ONCE))
    if workers <= 1:
        yield from map(play, range(matches))
        return
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        try:
            with _block_for_children(signal.SIGINT):
                played = pool.map(play, range(matches), chunksize=MATCHES_AT_ONCE)
            yield from played
        except BaseException:
            for child in active_children():
                child.terminate()
            raise


@contextmanager
def _block_for_children(number: signal.Signals) -> Generator[None]:
    """Blocks a signal until the end of the block, and forever in processes started inside it.

    Ctrl-C reaches all processes of a command, and the first process stops the others.
    """
    if sys.platform == "win32":
        yield  # Windows cannot block signals
        return
    ensure_running()  # otherwise Python's resource tracker would start here and unblock the signal
    signal.pthread_sigmask(signal.SIG_BLOCK, {number})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {number})


def _play_one(
    game: str, seats: int, seed: int, bots: Sequence[str], options: bytes | None, data_set: Path | None, number: int
) -> Result:
    rules = game_named(game, data_set=data_set)
    named = bots[number % len(bots)]
    levels = named.split(",") if "," in named else [named] * seats
    players = [OwnBot(level, load_mind(level)) if ":" in level else bot_of(game, level, data_set) for level in levels]
    identity = hash_parts(b"chronik/simulated-match/1", b"%d" % seed, b"%d" % number)[:16].hex()
    secret = hash_parts(b"chronik/simulated-secret/1", b"%d" % seed, b"%d" % number)
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
