"""Every operation of the document, tried by everybody: the table of access says who is let in, and misses none."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest
import pytest_asyncio
from litestar import get

from service.app import create_app
from service.people.auth import Principal
from service.settings import LogLevel
from tests.support.service.access_table import ROLES, declared, gaps, rows
from tests.support.service.apps import settings_for
from tests.support.service.attempts import Answer, Attempts
from tests.support.service.engines import emptied
from tests.support.service.promised import DOCUMENT
from tests.support.service.tables import ONE_LOOP, kept_open

pytestmark = ONE_LOOP

OPERATIONS = declared(DOCUMENT)

# For each role the status, in the order of ROLES; `*` is each game. 4xx other than 401, 403 and 404 are the rules' own
# refusals: whoever gets them was let in. How far a match has come changes more: test_access.py.
# nobody, revoked, narrow, guest, own, other, referee, organiser
TABLE = [
    # Before these stands nobody, not even who would refuse a bad token.
    ("200 200 200 200 200 200 200 200", "live ready metrics viewer_file"),
    # Everybody; a token that is shown must be good all the same.
    (
        "200 401 200 200 200 200 200 200",
        "lobby_page decks_page table_page replay_page embed_page player_page tournaments_page tournament_page "
        "tournament_screen round_sheet final_sheet docs bot_book format_book tournament_book rule_book changes "
        "search_docs stored_schema problem openapi signing_keys",
    ),
    (
        "200 401 200 200 200 200 200 200",
        "list_games game codes scoring rating_formulas ratings player catan_cards_check_deck list_matches match scores "
        "audit finished_matches finished_matches_csv finished_matches_archives open_seeks "
        "*_sources cities_knights_luck catan_cards_luck list_tournaments tournament standings standings_csv "
        "pairings_csv results_csv opened_decks tournament_log tournament_report export_tournament tournament_bundle "
        "tournament_feed",
    ),
    # Whoever has a seat sees through its eyes, with a token that plays.
    ("200 401 403 200 200 200 200 200", "*_view *_replay *_feed"),
    ("201 401 201 201 201 201 201 201", "register"),
    ("404 401 404 404 404 404 404 404", "archive"),
    ("422 401 422 422 422 422 422 422", "fork_moment"),
    # With any token: what is one's own.
    ("401 401 200 200 200 200 200 200", "me tokens"),
    # With one that plays: the account, its lists and its other tokens.
    ("401 401 403 200 200 200 200 200", "describe_me export_me own_decks keep_deck"),
    ("401 401 403 404 200 404 404 404", "own_deck"),
    ("401 401 403 404 204 404 404 404", "forget_deck revoke_token"),
    ("401 401 403 400 200 400 400 400", "erase_me"),
    # With a token to play or to organise, each for themselves.
    ("401 401 403 200 200 200 200 200", "my_challenges my_seeks my_events enter"),
    ("401 401 403 201 201 201 201 201", "add_token open_match challenge seek create_tournament take_in_tournament"),
    ("401 401 403 422 422 422 422 422", "fork_match"),
    ("401 401 403 201 422 422 201 201", "take_seat"),
    # Whose it is, or who is asked.
    ("401 401 403 404 200 404 404 404", "seek_by_id withdraw_seek"),
    ("401 401 403 404 200 200 404 404", "challenge_by_id"),
    ("401 401 403 404 200 409 404 404", "withdraw_challenge"),
    ("401 401 403 404 409 200 404 404", "accept_challenge decline_challenge"),
    # Who sits there.
    ("401 401 403 403 200 403 403 403", "leave_seat"),
    ("401 401 403 403 200 200 403 403", "*_options resign report_result confirm_result"),
    ("401 401 403 403 409 409 403 403", "*_command"),
    ("401 401 403 403 422 422 403 403", "undo vote_on_undo"),
    # Referees of matches, and the staff of a tournament.
    (
        "401 401 403 403 403 403 200 403",
        "*_view?as=referee *_replay?as=referee *_feed?as=referee pause_match extend_time rule_result",
    ),
    ("401 401 403 403 403 403 200 200", "extend_table rule_table penalise"),
    ("401 401 403 403 403 403 200 422", "pause_table"),  # it is paused already
    (
        "401 401 403 403 403 403 403 200",
        "open_registration appoint enter_list rename_guest forbid_pair describe_tournament preview_round pair_round "
        "start_round end_tournament",
    ),
    ("401 401 403 403 200 403 403 200", "set_presence"),
    ("401 401 403 403 200 403 403 422", "seal_deck"),  # what a player has sealed, nobody replaces
    ("404 401 200 404 200 404 200 200", "deck"),
]
ACCESS = rows(TABLE)
UNSEEN = {"preview_round"}
"""What the staff does without a trace: looking at how a round would be paired changes nothing, and tells nothing that
the round does not tell to all.
"""


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def attempts(store_url: str, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Attempts]:
    settings = settings_for(emptied(store_url), tmp_path_factory.mktemp("access"), log_level=LogLevel.WARNING)
    async with kept_open(settings) as house:
        yield await Attempts.at(house)


async def tried(attempts: Attempts, row: str) -> list[Answer]:
    """What everybody is answered who tries an operation."""
    return await attempts.ask(OPERATIONS[row.partition("?")[0]], row, ACCESS[row])


def wrong(answers: list[Answer]) -> list[str]:
    """Where somebody is answered otherwise than the table says, or a narrow token is refused for another reason."""
    faults: list[str] = []
    for answer, expected in zip(answers, ACCESS[answers[0].row], strict=True):
        code = "scope-missing" if (answer.role, expected) == ("narrow", "403") else answer.code
        if (answer.status, answer.code) != (expected, code):
            faults.append(f"{answer.row}, {answer.role}: {answer.status} {answer.code}, expected {expected} {code}")
    return faults


async def test_document_application_and_table_have_the_same_operations(attempts: Attempts) -> None:
    assert not gaps(attempts.house.app, DOCUMENT, ACCESS)


async def test_everybody_is_answered_as_the_table_says_and_the_staff_leaves_a_trace(attempts: Attempts) -> None:
    faults: list[str] = []
    watched, seen = set[str](), set[str]()
    for row in ACCESS:
        answers = await tried(attempts, row)
        faults += wrong(answers)
        watched |= {one.row for one in answers if one.seen is not None}
        seen |= {one.row for one in answers if one.seen}
    assert not faults, "\n".join(faults)
    assert watched - seen == UNSEEN
    assert len(watched) > 25


async def test_control_an_address_without_a_row_or_a_row_without_an_address_is_found(attempts: Attempts) -> None:
    settings = attempts.house.settings
    app = create_app(settings)
    app.register(get("/api/v1/planted")(planted))
    assert gaps(app, DOCUMENT, ACCESS) == ["not declared: GET /api/v1/planted"]
    ruled = {row: statuses for row, statuses in ACCESS.items() if row != "me"}
    paths = {path: methods for path, methods in DOCUMENT["paths"].items() if path != "/api/v1/scoring"}
    found = gaps(create_app(settings), {"paths": paths}, ruled)
    assert found == ["nobody says who may: me", "not declared: GET /api/v1/scoring", "there is no operation scoring"]


async def planted() -> dict[str, str]:
    """What nobody has declared."""
    return {}


def anybody(principal: Principal | None, *_: Any) -> Principal:
    return principal or Principal("0" * 32, frozenset(), "")


@pytest.mark.parametrize(
    ("guard", "without", "row"),
    [
        ("service.routes.match.rulings.require", anybody, "pause_match"),
        ("service.routes.match.seeks.require", anybody, "my_seeks"),
        ("service.routes.tournament.tournaments.must_organise", anybody, "describe_tournament"),
        ("service.routes.match.submission.own_seat", lambda *_: 0, "resign"),
    ],
)
async def test_control_an_operation_that_lost_its_guard_is_found(
    attempts: Attempts, monkeypatch: pytest.MonkeyPatch, guard: str, without: Callable[..., Any], row: str
) -> None:
    monkeypatch.setattr(guard, without)
    answers = await tried(attempts, row)
    let_in = {one.role for one, said in zip(answers, ACCESS[row], strict=True) if one.status != said}
    assert let_in & set(ROLES[:4])
    assert wrong(answers)


async def test_control_staff_that_leaves_no_trace_is_found(attempts: Attempts, monkeypatch: pytest.MonkeyPatch) -> None:
    async def unnoted(*_: Any) -> None: ...

    monkeypatch.setattr("service.routes.tournament.decks.note_look", unnoted)
    answers = await tried(attempts, "deck")
    assert not wrong(answers)
    assert [one.seen for one in answers if one.seen is not None] == [False, False]
