"""The kinds of commands that a seat may not give now, each with its refusal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from enum import Enum
from typing import Any, get_args

from msgspec import Struct

from chronik.domain.engine.chance import Chance
from chronik.domain.engine.game import Game, Rejected
from chronik.domain.engine.match.log import Author
from chronik.domain.engine.match.match import Match
from chronik.domain.engine.match.timekeeping import permit
from chronik.domain.engine.samples import tag_of

NO_SEED = Chance(bytes(32), 0)
"""A placeholder: no refusal depends on chance, so the seed of the match is not needed."""


class Refused(Struct, frozen=True, omit_defaults=True):
    """A kind of command that is not among a seat's options: its tag, and the code of the refusal.

    `of` names the variant of the kind, such as a track or a card of the hand, if only some variants are refused.
    `facts` are the facts of the refusal (for example, what is missing), if they are the same for every such command.
    """

    kind: str
    code: str
    of: str = ""
    facts: Mapping[str, Any] = {}


def list_refused(game: Game, match: Match, seat: int, at: int) -> tuple[Refused, ...]:
    """Returns every kind of command that is not among a seat's options at this time, in the order of the game's kinds.

    The refusals come from trying sample commands. The seat could send these itself, so they reveal nothing hidden.
    """
    kinds = kinds_of(game)
    try:
        if match.closed is not None:
            raise Rejected("match-closed")
        if match.state is None:
            raise Rejected("not-started")
        if match.is_restricted:
            permit(match, None, seat, Author.SEAT, at)
    except Rejected as refusal:
        return tuple(Refused(tag_of(kind), refusal.code) for kind in kinds)
    offered = _kinds_among_options(game, match.state, seat)
    return tuple(one for kind in kinds for one in _list_refused_of_kind(game, match.state, seat, kind, offered))


def kinds_of(game: Game) -> tuple[type, ...]:
    """Returns the kinds of commands of a game."""
    return get_args(game.command_type) or (game.command_type,)


def _kinds_among_options(game: Game, state: Any, seat: int) -> frozenset[tuple[str, str]]:
    """Returns the kinds of commands among a seat's options, both as a tag alone and as a tag with a variant."""
    found: set[tuple[str, str]] = set()
    if not any(prompt.seat == seat for prompt in state.prompts):
        return frozenset(found)
    for form in game.forms(state, seat):
        found |= {(form.command, ""), (form.command, _text(getattr(form, "card", None)))}
    variants = game.samples.variants
    for option in game.options(state, seat):
        kind: type = option.__class__
        found.add((tag_of(kind), ""))
        if kind in variants:
            found.add((tag_of(kind), _text(getattr(option, variants[kind][0]))))
    return frozenset(found)


def _list_refused_of_kind(
    game: Game, state: Any, seat: int, kind: type, offered: frozenset[tuple[str, str]]
) -> Iterator[Refused]:
    """Yields the refusals for a kind of command: one for each refused variant, or one for the kind as a whole."""
    tag, samples = tag_of(kind), game.samples
    name, values = samples.variants_of(state, seat, kind)
    yielded = False
    for value in values:
        if (tag, _text(value)) in offered:
            continue
        some = (one for one in samples.commands(state, seat, kind) if getattr(one, name) == value)
        refusal = _refusal(game, state, seat, some)
        if refusal is not None and refusal.code not in samples.vague:
            yielded = True
            yield Refused(tag, refusal.code, _text(value), refusal.facts)
    if not yielded and (tag, "") not in offered:
        refusal = _refusal(game, state, seat, samples.commands(state, seat, kind))
        if refusal is not None:
            yield Refused(tag, refusal.code, facts=refusal.facts)


def _refusal(game: Game, state: Any, seat: int, commands: Iterable[Any]) -> Rejected | None:
    """Returns the first refusal with a code that is not vague, else the first vague one, or None if all are legal.

    The refusal has its facts only if all refusals that are not vague have the same facts.
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
    """Returns the value of a variant as a client sees it in the command's JSON."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return "" if value is None else str(value.value if isinstance(value, Enum) else value)
