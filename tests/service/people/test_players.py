"""Players and their tokens over HTTP, and whether the service is ready."""

import asyncio
from typing import Any

import httpx
import pytest

from chronik.service.identity.auth import Scope, token_hash
from chronik.service.identity.names import clean_name
from chronik.service.identity.register import HOUR_MS, MOST_TOKENS, People
from chronik.service.sql.database import Records, TokenRow
from chronik.service.web.health import Check
from chronik.service.web.problems.problem import Problem
from tests.support.service.plumbing import bearer_of, build, calling

NOW = 1_795_442_400_000
"""2026-11-23, 14:00 UTC."""


async def register(client: httpx.AsyncClient, name: str = "Ann") -> dict[str, str]:
    answer = await client.post("/api/v1/players", json={"name": name})
    assert answer.status_code == 201, answer.text
    assert answer.headers["cache-control"] == "no-store"
    created: dict[str, str] = answer.json()
    return created


async def test_a_registered_player_is_known_by_their_token(sqlite_records: Records) -> None:
    async with calling(build(sqlite_records)) as client:
        ann = await register(client, "  Ann   Lee ")
        assert ann["name"] == "Ann Lee"
        assert ann["scopes"] == ["play"]
        assert len(ann["player"]) == 32
        me = await client.get("/api/v1/me", headers=bearer_of(ann["token"]))
    assert me.json() == {
        "player": ann["player"],
        "name": "Ann Lee",
        "bot": False,
        "contact": None,
        "scopes": ["play"],
        "links": {
            "tokens": "/api/v1/me/tokens",
            "events": "/api/v1/me/events",
            "challenges": "/api/v1/me/challenges",
            "seeks": "/api/v1/me/seeks",
            "exports": "/api/v1/me/exports",
            "erasure": "/api/v1/me/erasure",
            "matches": f"/api/v1/matches?player={ann['player']}",
        },
    }
    assert me.headers["cache-control"] == "no-store"


async def test_two_players_may_have_the_same_name(sqlite_records: Records) -> None:
    async with calling(build(sqlite_records)) as client:
        assert (await register(client))["player"] != (await register(client))["player"]


async def test_tokens_are_added_listed_and_revoked(sqlite_records: Records) -> None:
    async with calling(build(sqlite_records)) as client:
        ann = await register(client)
        mine = bearer_of(ann["token"])
        phone = (
            await client.post("/api/v1/me/tokens", json={"scopes": ["play"], "label": "phone"}, headers=mine)
        ).json()
        listed = (await client.get("/api/v1/me/tokens", headers=mine)).json()["tokens"]
        assert [(token["id"], token["label"], token["current"]) for token in listed] == [
            (ann["token_id"], "", True),
            (phone["id"], "phone", False),
        ]
        assert listed[0]["created_at"].endswith("Z")
        assert not any("chronik_" in str(token) or "hash" in token for token in listed)
        assert (await client.get("/api/v1/me", headers=bearer_of(phone["token"]))).status_code == 200
        assert (await client.delete(f"/api/v1/me/tokens/{phone['id']}", headers=mine)).status_code == 204
        assert (await client.get("/api/v1/me", headers=bearer_of(phone["token"]))).status_code == 401
        assert (await client.delete(f"/api/v1/me/tokens/{phone['id']}", headers=mine)).status_code == 404


async def test_a_token_cannot_give_a_scope_that_it_lacks(sqlite_records: Records) -> None:
    referee = await People(sqlite_records).register("Rita", [Scope.PLAY, Scope.REFEREE])
    async with calling(build(sqlite_records)) as client:

        async def ask(token: str, *scopes: str) -> tuple[int, dict[str, object]]:
            answer = await client.post("/api/v1/me/tokens", json={"scopes": scopes}, headers=bearer_of(token))
            return answer.status_code, answer.json()

        status, lesser = await ask(referee.token, "play")
        assert (status, lesser["scopes"]) == (201, ["play"])
        assert (await ask(referee.token, "play", "admin"))[0] == 403
        assert (await ask(str(lesser["token"]), "referee"))[0] == 403
        assert (await ask(referee.token))[0] == 400
        assert (await ask(referee.token, "king"))[0] == 400


async def test_a_token_without_the_play_scope_can_only_revoke_itself(sqlite_records: Records) -> None:
    """A club's website gets only `organise`: it must not control the account."""
    ann = await People(sqlite_records).register("Ann", [Scope.PLAY, Scope.ORGANISE])
    async with calling(build(sqlite_records)) as client:
        mine = bearer_of(ann.token)
        club = (await client.post("/api/v1/me/tokens", json={"scopes": ["organise"]}, headers=mine)).json()
        theirs = bearer_of(club["token"])
        refused = [
            await client.put("/api/v1/me", json={"name": "Eve"}, headers=theirs),
            await client.post("/api/v1/me/exports", headers=theirs),
            await client.post("/api/v1/me/erasure", json={"confirm": ann.player}, headers=theirs),
            await client.delete(f"/api/v1/me/tokens/{ann.id}", headers=theirs),
        ]
        assert [(one.status_code, one.json()["scope"]) for one in refused] == [(403, "play")] * len(refused)
        assert (await client.get("/api/v1/me", headers=theirs)).json()["name"] == "Ann"
        assert (await client.delete(f"/api/v1/me/tokens/{club['id']}", headers=theirs)).status_code == 204
        assert (await client.get("/api/v1/me", headers=mine)).status_code == 200


async def test_the_number_of_tokens_of_an_account_is_limited(sqlite_records: Records) -> None:
    people = People(sqlite_records)
    ann = await people.register("Ann")
    others = [await people.issue(ann.player, [Scope.PLAY]) for _ in range(MOST_TOKENS - 1)]
    assert len(await people.tokens(ann.player)) == MOST_TOKENS
    async with calling(build(sqlite_records)) as client:
        mine = bearer_of(ann.token)
        full = await client.post("/api/v1/me/tokens", json={"scopes": ["play"]}, headers=mine)
        assert (full.status_code, full.json()["code"], full.json()["limit"]) == (409, "too-many-tokens", MOST_TOKENS)
        assert others[0] is not None
        assert (await client.delete(f"/api/v1/me/tokens/{others[0].id}", headers=mine)).status_code == 204
        assert (await client.post("/api/v1/me/tokens", json={"scopes": ["play"]}, headers=mine)).status_code == 201


async def test_a_revoked_token_creates_nothing_lasting_in_a_process_that_still_caches_it(records: Records) -> None:
    async with calling(build(records)) as client, calling(build(records)) as elsewhere:
        ann = await register(client)
        mine = bearer_of(ann["token"])
        stolen = (await client.post("/api/v1/me/tokens", json={"scopes": ["play"]}, headers=mine)).json()
        theirs = bearer_of(stolen["token"])
        assert (await elsewhere.get("/api/v1/me", headers=theirs)).status_code == 200
        assert (await client.delete(f"/api/v1/me/tokens/{stolen['id']}", headers=mine)).status_code == 204
        assert (await elsewhere.get("/api/v1/me", headers=theirs)).status_code == 200, "for five seconds"
        made = await elsewhere.post("/api/v1/me/tokens", json={"scopes": ["play"]}, headers=theirs)
        ended = await elsewhere.delete(f"/api/v1/me/tokens/{ann['token_id']}", headers=theirs)
        assert [(one.status_code, one.json()["type"]) for one in (made, ended)] == [
            (401, "/problems/unauthenticated")
        ] * 2
        listed = (await client.get("/api/v1/me/tokens", headers=mine)).json()["tokens"]
    assert [token["id"] for token in listed] == [ann["token_id"]]


async def test_a_token_makes_another_only_before_it_is_revoked(records: Records) -> None:
    people = People(records)
    ann, ben = await people.register("Ann"), await people.register("Ben")
    assert await people.issue(ann.player, [Scope.PLAY], asking=ben.id) is None
    asked = [people.issue(ann.player, [Scope.PLAY], str(number), asking=ann.id) for number in range(5)]
    made = await asyncio.gather(*asked[:2], people.revoke(ann.player, ann.id), *asked[2:])
    labels = sorted(line.label for line in await people.tokens(ann.player))
    assert labels == [str(number) for number, one in enumerate((*made[:2], *made[3:])) if one is not None]
    assert await people.issue(ann.player, [Scope.PLAY], asking=ann.id) is None


async def test_a_player_cannot_revoke_the_token_of_another_player(sqlite_records: Records) -> None:
    async with calling(build(sqlite_records)) as client:
        ann, ben = await register(client), await register(client, "Ben")
        answer = await client.delete(f"/api/v1/me/tokens/{ann['token_id']}", headers=bearer_of(ben["token"]))
        assert answer.status_code == 404
        assert (await client.get("/api/v1/me", headers=bearer_of(ann["token"]))).status_code == 200


@pytest.mark.parametrize(
    ("method", "path"), [("GET", "/me"), ("GET", "/me/tokens"), ("POST", "/me/tokens"), ("DELETE", "/me/tokens/x")]
)
async def test_routes_about_the_caller_need_a_token(sqlite_records: Records, method: str, path: str) -> None:
    async with calling(build(sqlite_records)) as client:
        body: dict[str, Any] = {"json": {"scopes": ["play"]}} if method == "POST" else {}
        answer = await client.request(method, f"/api/v1{path}", **body)
    assert answer.status_code == 401
    assert answer.headers["www-authenticate"].startswith("Bearer")


async def test_no_stored_field_can_be_assigned(sqlite_records: Records) -> None:
    async with calling(build(sqlite_records)) as client:
        ann = await register(client)
        for field in {*TokenRow.model_fields, "current", "token"} - {"scopes", "label"}:
            answer = await client.post(
                "/api/v1/me/tokens", json={"scopes": ["play"], field: "x"}, headers=bearer_of(ann["token"])
            )
            assert answer.status_code == 400, field
        assert (await client.post("/api/v1/players", json={"name": "x", "scopes": ["admin"]})).status_code == 400


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("Ann", "Ann"),
        (" Ann\u0020 B ", "Ann B"),
        ("Zoe\u0308", "Zoë"),
        ("王", "王"),
        ("Ann 👩\u200d🚀", "Ann 👩\u200d🚀"),
        ("Ann ❤\ufe0f 1\ufe0f\u20e3", "Ann ❤\ufe0f 1\ufe0f\u20e3"),
        ("4711", "4711"),
        ("\u0646\u0627\u0645\u0647\u200c\u0627\u06cc", "\u0646\u0627\u0645\u0647\u200c\u0627\u06cc"),
        ("\u0915\u094d\u200d\u0937", "\u0915\u094d\u200d\u0937"),
        ("\u845b\U000e0100\u57ce", "\u845b\U000e0100\u57ce"),
        ("<b>x</b>", "<b>x</b>"),
        ("x" * 40, "x" * 40),
    ],
)
def test_a_name_is_stored_in_canonical_form(given: str, kept: str) -> None:
    assert clean_name(given, "name") == kept


@pytest.mark.parametrize(
    "given",
    [
        "",
        " ",
        "x" * 41,
        "a\nb",
        "a\x00",
        "a\x1b[0m",
        "\u202eabc",
        "a\u200bb",
        "\u200d",
        "a\u2028b",
        "a\u00a0b",
        "\ufeffa",
        "\ue000",
        "a\u00ad",
        "\u2800",
        "\u3164",
        "a\u2800b",
        "a\u3164b",
        "a\u115fb",
        "\uffa0\uffa0",
        "a\u034fb",
        "a\ufe0f",
        "a\U000e0100",
        "a\u17b4b",
        "a\u180bb",
        "a\u200cb",
        "a\u200db",
        "\u0646\u200c",
        "a\ufffcb",
        "\U00013441",
        "👩\u200d🚀",
        "…",
        "---",
        "\u0301",
    ],
)
def test_an_invalid_name_is_refused(given: str) -> None:
    with pytest.raises(Problem) as refused:
        clean_name(given, "name")
    assert refused.value.members == {"at": "$.name"}


def test_the_label_of_a_token_may_be_empty() -> None:
    assert clean_name(" ", "label", empty=True) == ""


async def test_the_readiness_check_names_what_is_not_ready(sqlite_records: Records) -> None:
    async def well() -> None: ...

    async def broken() -> None:
        raise OSError("redis://:password@redis")

    checks = (Check("sql", well), Check("engine", broken))
    async with calling(build(sqlite_records, checks=checks)) as client:
        answer = await client.get("/health/ready")
        assert (await client.get("/health/live")).json() == {"status": "ok"}
    assert answer.status_code == 503
    assert answer.json()["failing"] == ["engine"]
    assert answer.headers["retry-after"] == "2"
    assert "password" not in answer.text


async def test_the_readiness_check_answers_in_limited_time(
    sqlite_records: Records, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("chronik.service.web.health.PATIENCE", 0.05)

    async def stuck() -> None:
        await asyncio.sleep(60)

    async with calling(build(sqlite_records, checks=(Check("engine", stuck),))) as client:
        assert (await client.get("/health/ready")).json()["failing"] == ["engine"]


async def test_the_readiness_check_succeeds_when_everything_answers(sqlite_records: Records) -> None:
    async with calling(build(sqlite_records)) as client:
        assert (await client.get("/health/ready")).json() == {"status": "ok"}


async def test_a_token_expires_shows_its_last_use_and_does_not_outlive_its_maker(sqlite_records: Records) -> None:
    now = [NOW]
    app = build(sqlite_records, now=lambda: now[0])
    async with calling(app) as client:
        ann = (await client.post("/api/v1/players", json={"name": "Ann"})).json()

        async def add(token: str, expires_at: str | None = None) -> httpx.Response:
            body = {"scopes": ["play"], **({"expires_at": expires_at} if expires_at else {})}
            return await client.post("/api/v1/me/tokens", json=body, headers=bearer_of(token))

        async def lines() -> list[dict[str, Any]]:
            told: list[dict[str, Any]] = (
                await client.get("/api/v1/me/tokens", headers=bearer_of(ann["token"]))
            ).json()["tokens"]
            return told

        for wrong in ("2026-11-23T13:59:59Z", "2036-11-25T14:00:00Z", "9999-12-31T23:59:59-23:59", "tomorrow"):
            refused = await add(ann["token"], wrong)
            assert (refused.status_code, refused.json()["at"]) == (400, "$.expires_at")
        bot = (await add(ann["token"], "2026-11-24T15:00:00+01:00")).json()
        assert bot["expires_at"] == "2026-11-24T14:00:00Z"
        assert [(line["expires_at"], line["used_at"]) for line in await lines()] == [
            (None, "2026-11-23T14:00:00Z"),
            ("2026-11-24T14:00:00Z", None),
        ]
        assert (await add(bot["token"], "2026-11-24T14:00:01Z")).status_code == 400
        assert (await add(bot["token"])).json()["expires_at"] == "2026-11-24T14:00:00Z"
        now[0] += 24 * HOUR_MS
        app.state.authenticator.forget_player(ann["player"])
        assert (await client.get("/api/v1/me", headers=bearer_of(bot["token"]))).status_code == 401
        assert [line["used_at"] for line in await lines()] == ["2026-11-24T14:00:00Z"]


async def test_the_hour_of_last_use_is_written_once_and_never_moves_back(sqlite_records: Records) -> None:
    now = [NOW]
    people = People(sqlite_records, lambda: now[0])
    ann = await people.register("Ann")
    for now[0], used in (
        (NOW + 1, NOW),
        (NOW + HOUR_MS - 1, NOW),
        (NOW + HOUR_MS, NOW + HOUR_MS),
        (NOW, NOW + HOUR_MS),
    ):
        await people.find(token_hash(ann.token))
        await people.write_uses()
        assert [line.used_at for line in await people.tokens(ann.player)] == [used]
