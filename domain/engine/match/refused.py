"""What a seat may not do now, and why: for each kind of command that it is not offered, how the rules say no."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from enum import Enum
from typing import Any, get_args

from msgspec import Struct

from domain.engine.chance import Chance
from domain.engine.game import Game, Rejected
from domain.engine.match.log import Author
from domain.engine.match.match import Match
from domain.engine.match.timekeeping import permit
from domain.engine.samples import tag_of

NO_SEED = Chance(bytes(32), 0)
"""No refusal depends on chance, so the secret of the match has no part in it."""


class Refused(Struct, frozen=True, omit_defaults=True):
    """A kind of command that a seat is not offered, by its tag, and the code with which the rules say no.

    `of` tells the commands of a kind apart where some may be offered and others not: a track, a card of the hand.
    `facts` are those of the refusal, as what is missing, where they hold for every such command.
    """

    kind: str
    code: str
    of: str = ""
    facts: Mapping[str, Any] = {}


def refused(game: Game, match: Match, seat: int, at: int) -> tuple[Refused, ...]:
    """Every kind of command of a game that is not offered to a seat at a moment, in the order of the game's commands.

    It is found out by trying samples, all of which the seat could have sent: it tells nothing that it does not know.
    """
    kinds = kinds_of(game)
    try:
        if match.closed is not None:
            raise Rejected("match-closed")
        if match.state is None:
            raise Rejected("not-started")
        permit(match, None, seat, Author.SEAT, at)
    except Rejected as refusal:
        return tuple(Refused(tag_of(kind), refusal.code) for kind in kinds)
    offered = _offered(game, match.state, seat)
    return tuple(one for kind in kinds for one in _of_kind(game, match.state, seat, kind, offered))


def kinds_of(game: Game) -> tuple[type, ...]:
    """The kinds of commands of a game."""
    return get_args(game.command_type) or (game.command_type,)


def _offered(game: Game, state: Any, seat: int) -> frozenset[tuple[str, str]]:
    """What a seat is offered: kinds by their tags, and also by each value that tells them apart."""
    found: set[tuple[str, str]] = set()
    if not any(prompt.seat == seat for prompt in state.prompts):
        return frozenset(found)
    for form in game.forms(state, seat):
        found |= {(form.command, ""), (form.command, _text(getattr(form, "card", None)))}
    apart = game.samples.apart
    for option in game.options(state, seat):
        kind: type = option.__class__
        found.add((tag_of(kind), ""))
        if kind in apart:
            found.add((tag_of(kind), _text(getattr(option, apart[kind][0]))))
    return frozenset(found)


def _of_kind(game: Game, state: Any, seat: int, kind: type, offered: frozenset[tuple[str, str]]) -> Iterator[Refused]:
    """How the rules say no to a kind: as a whole, and to each of the commands in it that can be told apart."""
    tag, samples = tag_of(kind), game.samples
    name, values = samples.told_apart(state, seat, kind)
    told = False
    for value in values:
        if (tag, _text(value)) in offered:
            continue
        some = (one for one in samples.of(state, seat, kind) if getattr(one, name) == value)
        refusal = _refusal(game, state, seat, some)
        if refusal is not None and refusal.code not in samples.vague:
            told = True
            yield Refused(tag, refusal.code, _text(value), refusal.facts)
    if not told and (tag, "") not in offered:
        refusal = _refusal(game, state, seat, samples.of(state, seat, kind))
        if refusal is not None:
            yield Refused(tag, refusal.code, facts=refusal.facts)


def _refusal(game: Game, state: Any, seat: int, commands: Iterable[Any]) -> Rejected | None:
    """The first refusal that says more than that there is no such place or card, else the first; None if none says no.

    It has its facts only where every other one that says more has the same.
    """
    vague = found = None
    for command in commands:
        try:
            game.decide(state, seat, command, NO_SEED)
        except Rejected as refusal:
            if refusal.code in game.samples.vague:
                vague = vague or refusal
            elif found is None:
                found = refusal
            elif refusal.facts != found.facts:
                return Rejected(found.code)
        if found is not None and not found.facts:
            return found
    return found or (vague and Rejected(vague.code))


def _text(value: Any) -> str:
    """A value that tells commands apart as a client reads it in their JSON."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return "" if value is None else str(value.value if isinstance(value, Enum) else value)
