"""Server-sent events as a client reads them, and views as a client rebuilds them."""

import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any, NamedTuple

import httpx


class Event(NamedTuple):
    """One event of a stream; a comment has the kind `comment` and no other fields."""

    kind: str
    id: int | None
    data: Any


class Watcher:
    """A reader of one feed, which records what it gets: the version, the view, the bytes."""

    def __init__(self, response: httpx.Response, version: int = 0, view: Any = None) -> None:
        self.response = response
        self.version = version
        self.view = view
        self.raw = b""
        self.lines = response.aiter_lines()

    async def events(self) -> AsyncIterator[Event]:
        """Yields the events until the stream ends."""
        fields: dict[str, str] = {}
        async for line in self.lines:
            self.raw += line.encode() + b"\n"
            if line.startswith(":"):
                yield Event("comment", None, None)
            elif line:
                name, _, value = line.partition(": ")
                fields[name] = value
            elif fields:
                event = Event(
                    fields.get("event", "retry"),
                    int(fields["id"]) if "id" in fields else None,
                    json.loads(fields["data"]) if "data" in fields else None,
                )
                self._take(event)
                fields = {}
                yield event

    async def frames(self, until: int | None = None) -> list[Any]:
        """Returns the frames up to a version, or to the end."""
        found: list[Any] = []
        if until is not None and self.version >= until:
            return found
        async for event in self.events():
            if event.kind == "frame":
                found.append(event.data)
            if until is not None and self.version >= until:
                break
        return found

    async def first(self, kind: str) -> Event:
        """Returns the next event of a kind."""
        async for event in self.events():
            if event.kind == kind:
                return event
        raise AssertionError(f"the stream ended without {kind}")

    def _take(self, event: Event) -> None:
        if event.kind == "view":
            self.view = event.data["view"]
        elif event.kind == "frame":
            assert event.data["version"] == event.id == self.version + 1, "a frame is missing or doubled"
            self.view = patched(self.view, event.data["patch"])
        if event.id is not None:
            self.version = event.id


def patched(view: Any, patch: Any) -> Any:
    """Applies a merge patch (RFC 7396); the code follows the specification."""
    if not isinstance(patch, dict):
        return patch
    result = dict(view) if isinstance(view, dict) else {}
    for name, value in patch.items():
        if value is None:
            result.pop(name, None)
        else:
            result[name] = patched(result.get(name), value)
    return result


@asynccontextmanager
async def watching(
    client: httpx.AsyncClient,
    match: str,
    eyes: str | None = None,
    headers: Mapping[str, str | bytes] | None = None,
    after: int | None = None,
    view: Any = None,
) -> AsyncIterator[Watcher]:
    """Yields a reader of an open feed."""
    sent: dict[str, Any] = dict(headers or {}) | ({"last-event-id": str(after)} if after is not None else {})
    params = {"as": eyes} if eyes is not None else {}
    url = f"/api/v1/katharina/matches/{match}/feed"
    async with client.stream("GET", url, headers=sent, params=params) as response:
        assert response.status_code == 200, await response.aread()
        yield Watcher(response, after or 0, view)
