"""The types of a game's requests and responses, built from the types of its rules and views."""

from types import GenericAlias
from typing import Annotated, Any

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from chronik.domain.engine.match.log import MAX_ENTRIES
from chronik.projections.match.lines import Line
from chronik.service.matches.catalogue import Rules
from chronik.service.matches.refused_commands import RefusedCommand
from chronik.service.web.problems.ids import Hash

PromptId = Annotated[int, Meta(ge=0, le=MAX_ENTRIES, description="The prompt that this answers; 409 if it is closed.")]


class Language(Struct, frozen=True):
    """The body types of one game's routes, so that the interface document describes them exactly."""

    body: Any
    answer: Any
    dry_run: Any
    view: Any
    options: Any
    base: Any
    frame: Any


def build_language(rules: Rules) -> Language:
    """Builds the types of a game's requests and responses; their names begin with the game's name."""
    game, projection = rules.game, rules.projection
    prefix = "".join(word.title() for word in game.name.split("_"))

    def struct(name: str, says: str, *fields: Any, **config: Any) -> Any:
        made = msgspec.defstruct(prefix + name, fields, frozen=True, namespace={"__doc__": says}, **config)
        made.__module__ = __name__
        return made

    prompt = struct(
        "Asked",
        "An open prompt: its id, whether its answer is sealed already, and the prompt itself.",
        ("id", int),
        ("sealed", bool),
        ("prompt", projection.prompt_type),
    )
    seen = projection.view_type | None
    return Language(
        body=struct(
            "Body",
            "A command, and the prompt that it answers if the client wants that checked.",
            ("command", game.command_type),
            ("prompt", PromptId | None, None),
            forbid_unknown_fields=True,
        ),
        answer=struct(
            "Answer",
            "The result of a command: the version and head after it, its lines, the caller's view and open prompts.",
            ("version", int),
            ("head", Hash),
            ("lines", tuple[Line, ...]),
            ("view", projection.view_type),
            ("prompts", tuple_of(prompt)),
        ),
        dry_run=struct(
            "DryRun",
            "The certain effects of the command, and the view up to the first barrier. Nothing was recorded.",
            ("version", int),
            ("preview", projection.preview_type),
            ("barrier", bool),
            ("view", projection.view_type),
        ),
        view=struct(
            "Seen",
            "A match as a viewer sees it at a version, with that seat's prompts. The view is null before it starts.",
            ("version", int),
            ("viewer", str),
            ("view", seen),
            ("prompts", tuple_of(prompt)),
        ),
        options=struct(
            "Options",
            "The caller's open prompts, and the commands that answer them now.",
            ("version", int),
            ("seat", int),
            ("prompts", tuple_of(prompt)),
            ("options", tuple_of(game.command_type)),
            *([("forms", tuple_of(game.form_type))] if game.form_type is not None else ()),
            ("refused", tuple_of(RefusedCommand) | UnsetType, UNSET),
        ),
        base=struct(
            "Base",
            "The view that frames start from, with its version. The view is null before the match starts.",
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


def tuple_of(kind: Any) -> Any:
    """Returns the type of a tuple of any length."""
    return GenericAlias(tuple, (kind, ...))
