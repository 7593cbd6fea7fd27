"""The schema of a problem in the interface document."""

from typing import Annotated, Any

from msgspec import UNSET, Meta, Struct, UnsetType

from chronik.service.web.problems.deck_problems import ToldProblem


class ProblemDocument(Struct, frozen=True, omit_defaults=True, rename={"kind": "type"}):
    """A problem (RFC 9457).

    `type` names its kind and is the address of a page about it; further members depend on the kind.
    """

    kind: Annotated[str, Meta(pattern="^/problems/[a-z-]+$")]
    title: str
    status: Annotated[int, Meta(ge=400, le=599)]
    code: str
    detail: str | UnsetType = UNSET
    at: str | UnsetType = UNSET
    offers: tuple[str, ...] | UnsetType = UNSET
    known: tuple[str, ...] | UnsetType = UNSET
    games: tuple[str, ...] | UnsetType = UNSET
    levels: tuple[str, ...] | UnsetType = UNSET
    presets: tuple[str, ...] | UnsetType = UNSET
    seats: int | UnsetType = UNSET
    version: int | UnsetType = UNSET
    nearest: int | UnsetType | None = UNSET
    view: str | UnsetType = UNSET
    replay: str | UnsetType = UNSET
    rule: str | UnsetType = UNSET
    rule_url: str | UnsetType = UNSET
    options: str | UnsetType = UNSET
    facts: dict[str, Any] | str | UnsetType = UNSET
    entries: tuple[int, ...] | UnsetType = UNSET
    open: tuple[int, ...] | UnsetType = UNSET
    problems: tuple[ToldProblem, ...] | UnsetType = UNSET
    game: str | UnsetType = UNSET
    rules: int | UnsetType = UNSET
    scope: str | UnsetType = UNSET
    per: Annotated[str, Meta(pattern="^(account|address)$")] | UnsetType = UNSET
    limit: int | UnsetType = UNSET
    seconds: float | UnsetType = UNSET
    state: str | UnsetType = UNSET
    match: str | UnsetType = UNSET
    allowed: tuple[int, ...] | UnsetType = UNSET
    retry_after: int | UnsetType = UNSET
    failing: tuple[str, ...] | UnsetType = UNSET
    request: str | UnsetType = UNSET
