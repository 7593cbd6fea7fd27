"""Every operation of the document, tried by every role: the access table covers all and lists the allowed roles."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest
import pytest_asyncio
from litestar import get

from chronik.service.app import create_app
from chronik.service.identity.auth import Principal
from chronik.service.running.settings import LogLevel
from tests.service.identity.access_table import ROLES, find_gaps, operations_of, parse_rows
from tests.service.identity.attempts import Answer, Attempts
from tests.support.service.apps import settings_for
from tests.support.service.engines import emptied
from tests.support.service.promised import DOCUMENT
from tests.support.service.tables import ONE_LOOP, kept_open

pytestmark = ONE_LOOP

OPERATIONS = operations_of(DOCUMENT)

# The status for each role, in the order of ROLES; `*` is each game. 4xx other than 401, 403 and 404 come from the
# rules, so the caller was let in. `test_access.py` covers the states of a match.
# nobody, revoked, narrow, guest, own, other, referee, organiser, playing organiser
TABLE = [
    # No guard, so even a bad token is not refused.
    ("200 200 200 200 200 200 200 200 200", "live ready metrics viewer_file"),
    # Public, but a token that is sent must be valid.
    (
        "200 401 200 200 200 200 200 200 200",
        "lobby_page lobby game_picture decks_page table_page replay_page embed_page player_page "
        "tournaments_page tournament_page tournament_screen round_sheet final_sheet docs docs_page docs_section_page "
        "format_book search_docs stored_schema problem openapi signing_keys",
    ),
    (
        "200 401 200 200 200 200 200 200 200",
        "list_games game codes scoring rating_formulas ratings player catan_cards_check_deck list_matches match scores "
        "board_picture audit finished_matches finished_matches_csv finished_matches_archives open_seeks "
        "*_sources cities_knights_luck catan_cards_luck list_tournaments tournament standings standings_csv "
        "pairings_csv results_csv opened_decks tournament_log tournament_report export_tournament tournament_bundle "
        "tournament_feed",
    ),
    # Seated players see their seat's view, with a token that plays.
    ("200 401 403 200 200 200 200 200 200", "*_view *_replay *_feed"),
    ("201 401 201 201 201 201 201 201 201", "register"),
    ("404 401 404 404 404 404 404 404 404", "archive analysis analysed_decision"),
    ("401 401 403 404 404 404 404 404 404", "request_analysis"),
    ("422 401 422 422 422 422 422 422 422", "fork_moment"),
    # With any token: the caller's data.
    ("401 401 200 200 200 200 200 200 200", "me tokens"),
    # With a token that plays: the account, its lists and its other tokens.
    ("401 401 403 200 200 200 200 200 200", "describe_me export_me own_decks keep_deck"),
    ("401 401 403 404 200 404 404 404 404", "own_deck"),
    ("401 401 403 404 204 404 404 404 404", "forget_deck revoke_token"),
    ("401 401 403 400 200 400 400 400 400", "erase_me"),
    # With a token that plays or organises, for the caller only.
    ("401 401 403 200 200 200 200 200 200", "my_challenges my_seeks my_events enter"),
    ("401 401 403 201 201 201 201 201 201", "add_token open_match open_tutorial challenge seek"),
    ("401 401 403 201 201 201 201 201 403", "create_tournament take_in_tournament"),
    ("401 401 403 422 422 422 422 422 422", "fork_match"),
    ("401 401 403 201 422 422 201 201 201", "take_seat"),
    # The owner, or the player to whom the request is made.
    ("401 401 403 404 200 404 404 404 404", "seek_by_id withdraw_seek"),
    ("401 401 403 404 200 200 404 404 404", "challenge_by_id"),
    ("401 401 403 404 200 409 404 404 404", "withdraw_challenge"),
    ("401 401 403 404 409 200 404 404 404", "accept_challenge decline_challenge"),
    # The players at the table.
    ("401 401 403 403 200 403 403 403 403", "leave_seat"),
    ("401 401 403 403 200 200 403 403 403", "*_options resign offer_seat report_result confirm_result"),
    ("401 401 403 403 409 409 403 403 403", "*_command"),
    ("401 401 403 403 422 422 403 403 403", "undo vote_on_undo answer_seat_offer"),
    # Referees of matches, and the staff of a tournament.
    (
        "401 401 403 403 403 403 200 403 403",
        "*_view?as=referee *_replay?as=referee *_feed?as=referee pause_match extend_time rule_result",
    ),
    ("401 401 403 403 403 403 200 200 403", "extend_table rule_table penalise"),
    ("401 401 403 403 403 403 200 422 403", "pause_table"),  # it is already paused
    (
        "401 401 403 403 403 403 403 200 403",
        "open_registration appoint enter_list rename_guest forbid_pair describe_tournament preview_round pair_round "
        "strike_games "
        "start_round end_tournament",
    ),
    ("401 401 403 403 200 403 403 200 403", "set_presence set_club"),
    ("401 401 403 403 200 403 403 403 403", "add_entropy"),
    (
        "401 401 403 403 200 403 403 422 403",
        "seal_deck",
    ),  # a list that a player has sealed cannot be replaced by others
    ("404 401 200 404 200 404 200 200 404", "deck"),
]
ACCESS = parse_rows(TABLE)
UNSEEN = {"preview_round"}
"""Operations of the staff that leave no trace: a preview of a pairing changes nothing, and reveals only what the round
will show to all.
"""


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def attempts(store_url: str, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Attempts]:
    settings = settings_for(emptied(store_url), tmp_path_factory.mktemp("access"), log_level=LogLevel.WARNING)
    async with kept_open(settings) as house:
        yield await Attempts.at(house)


async def ask_all(attempts: Attempts, row: str) -> list[Answer]:
    """Returns the answers of an operation to every role."""
    return await attempts.ask(OPERATIONS[row.partition("?")[0]], row, ACCESS[row])


def find_wrong(answers: list[Answer]) -> list[str]:
    """Returns the answers that differ from the table, and refusals of a narrow token for another reason."""
    faults: list[str] = []
    for answer, expected in zip(answers, ACCESS[answers[0].row], strict=True):
        code = "scope-missing" if (answer.role, expected) == ("narrow", "403") else answer.code
        if (answer.status, answer.code) != (expected, code):
            faults.append(f"{answer.row}, {answer.role}: {answer.status} {answer.code}, expected {expected} {code}")
    return faults


async def test_document_application_and_table_have_the_same_operations(attempts: Attempts) -> None:
    assert not find_gaps(attempts.house.app, DOCUMENT, ACCESS)


async def test_every_role_gets_the_answer_in_the_access_table_and_staff_leave_a_trace(attempts: Attempts) -> None:
    faults: list[str] = []
    watched, seen = set[str](), set[str]()
    for row in ACCESS:
        answers = await ask_all(attempts, row)
        faults += find_wrong(answers)
        watched |= {one.row for one in answers if one.seen is not None}
        seen |= {one.row for one in answers if one.seen}
    assert not faults, "\n".join(faults)
    assert watched - seen == UNSEEN
    assert len(watched) > 25


async def test_control_a_route_without_a_row_and_a_row_without_a_route_are_found(attempts: Attempts) -> None:
    settings = attempts.house.settings
    app = create_app(settings)
    app.register(get("/api/v1/planted")(answer_unlisted))
    assert find_gaps(app, DOCUMENT, ACCESS) == ["not declared: GET /api/v1/planted"]
    ruled = {row: statuses for row, statuses in ACCESS.items() if row != "me"}
    paths = {path: methods for path, methods in DOCUMENT["paths"].items() if path != "/api/v1/scoring"}
    found = find_gaps(create_app(settings), {"paths": paths}, ruled)
    assert found == ["nobody says who may: me", "not declared: GET /api/v1/scoring", "there is no operation scoring"]


async def answer_unlisted() -> dict[str, str]:
    """Returns an answer from a route that no table declares."""
    return {}


def anybody(principal: Principal | None, *_: Any) -> Principal:
    return principal or Principal("0" * 32, frozenset(), "")


@pytest.mark.parametrize(
    ("guard", "without", "row"),
    [
        ("chronik.service.matches.routes.rulings.require", anybody, "pause_match"),
        ("chronik.service.seeks.routes.require", anybody, "my_seeks"),
        ("chronik.service.tournaments.routes.tournaments.must_organise", anybody, "describe_tournament"),
        ("chronik.service.matches.routes.submission.own_seat", lambda *_: 0, "resign"),
    ],
)
async def test_control_an_operation_without_its_guard_is_found(
    attempts: Attempts, monkeypatch: pytest.MonkeyPatch, guard: str, without: Callable[..., Any], row: str
) -> None:
    monkeypatch.setattr(guard, without)
    answers = await ask_all(attempts, row)
    let_in = {one.role for one, said in zip(answers, ACCESS[row], strict=True) if one.status != said}
    assert let_in & set(ROLES[:4])
    assert find_wrong(answers)


async def test_control_staff_who_leave_no_trace_are_found(attempts: Attempts, monkeypatch: pytest.MonkeyPatch) -> None:
    async def record_nothing(*_: Any) -> None: ...

    monkeypatch.setattr("chronik.service.tournaments.routes.decks.record_list_inspection", record_nothing)
    answers = await ask_all(attempts, "deck")
    assert not find_wrong(answers)
    assert [one.seen for one in answers if one.seen is not None] == [False, False]
