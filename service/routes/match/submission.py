"""Submitting a command to a match: every refusal becomes its problem."""

from typing import Any

from service.http.entity_tags import wanted_version
from service.http.idempotency import fingerprint, owned_key
from service.http.match_problems import match_problem
from service.http.request import HTTPRequest
from service.matches.live import Live, LiveMatches
from service.matches.play import Recorded, Submission, play
from service.people.access import own_seat
from service.people.auth import Principal


async def submit_in_own_seat(
    matches: LiveMatches,
    live: Live,
    request: HTTPRequest,
    principal: Principal | None,
    kind: str,
    command: Any,
    prompt: int | None = None,
) -> tuple[int, Recorded]:
    """Plays the caller's command in the caller's seat; every refusal becomes its problem."""
    seat = own_seat(live.match, principal)
    assert principal is not None
    submission = Submission(
        command=command,
        key=owned_key(principal, request),
        fingerprint=fingerprint(kind, (command, prompt)),
        seat=seat,
        player=principal.player,
        prompt=prompt,
        version=wanted_version(request),
    )
    return seat, await submit(matches, live, submission)


async def submit(matches: LiveMatches, live: Live, submission: Submission) -> Recorded:
    """Plays a submission; every refusal becomes its problem."""
    try:
        return await play(matches, live, submission)
    except Exception as error:
        raise match_problem(error, live.rules, live.match) from error
