"""The language of a game: the types of what its routes read and answer, made of the types of its rules and views."""

from types import GenericAlias
from typing import Annotated, Any

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from domain.engine.match.log import MAX_ENTRIES
from projections.match.lines import Line
from service.http.refused_commands import RefusedCommand
from service.matches.catalogue import Rules
from service.problems.ids import Hash

PromptId = Annotated[int, Meta(ge=0, le=MAX_ENTRIES, description="The prompt this answers; when it is closed: 409.")]


class Language(Struct, frozen=True):
    """The bodies of one game's routes, as types of their own, so that the document names them exactly."""

    body: Any
    answer: Any
    dry_run: Any
    view: Any
    options: Any
    base: Any
    frame: Any


def language(rules: Rules) -> Language:
    """The types of a game's requests and answers; their names begin with the game's."""
    game, projection = rules.game, rules.projection
    prefix = "".join(word.title() for word in game.name.split("_"))

    def struct(name: str, says: str, *fields: Any, **config: Any) -> Any:
        made = msgspec.defstruct(prefix + name, fields, frozen=True, namespace={"__doc__": says}, **config)
        made.__module__ = __name__
        return made

    prompt = struct(
        "Asked",
        "An open question: its id, whether an answer is sealed already, and the question itself.",
        ("id", int),
        ("sealed", bool),
        ("prompt", projection.prompt_type),
    )
    seen = projection.view_type | None
    return Language(
        body=struct(
            "Body",
            "A command, and the prompt that it answers where that matters.",
            ("command", game.command_type),
            ("prompt", PromptId | None, None),
            forbid_unknown_fields=True,
        ),
        answer=struct(
            "Answer",
            "What a command has brought: version and head after it, its lines, the own view and open prompts.",
            ("version", int),
            ("head", Hash),
            ("lines", tuple[Line, ...]),
            ("view", projection.view_type),
            ("prompts", many(prompt)),
        ),
        dry_run=struct(
            "DryRun",
            "What a command would certainly bring, and the view up to the first barrier; nothing was recorded.",
            ("version", int),
            ("preview", projection.preview_type),
            ("barrier", bool),
            ("view", projection.view_type),
        ),
        view=struct(
            "Seen",
            "A match as a viewer sees it at a version; the view is null before the start, prompts are the own seat's.",
            ("version", int),
            ("viewer", str),
            ("view", seen),
            ("prompts", many(prompt)),
        ),
        options=struct(
            "Options",
            "The open prompts of the caller, and every command that answers them now.",
            ("version", int),
            ("seat", int),
            ("prompts", many(prompt)),
            ("options", many(game.command_type)),
            *([("forms", many(game.form_type))] if game.form_type is not None else ()),
            ("refused", many(RefusedCommand) | UnsetType, UNSET),
        ),
        base=struct(
            "Base",
            "Where frames begin: a version and the view at it, null as long as the match has not started.",
            ("version", int),
            ("view", seen),
        ),
        frame=struct(
            "Frame",
            "One entry for one viewer: its line, and the merge patch (RFC 7396) between the views before and after.",
            ("version", int),
            ("line", Line),
            ("patch", dict[str, Any]),
        ),
    )


def many(kind: Any) -> Any:
    """The type of a tuple of any length."""
    return GenericAlias(tuple, (kind, ...))
