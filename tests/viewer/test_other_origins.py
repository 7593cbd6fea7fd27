"""A page of another origin, in a real browser: with a token it may do what the token's owner may."""

from __future__ import annotations

from tests.support.viewer.house import House
from tests.support.viewer.visits import Visits

CLIENT = """async ([url, token]) => {
  const mine = { Authorization: `Bearer ${token}` };
  const ask = (path, more = {}) => fetch(url + path, { ...more, headers: { ...mine, ...more.headers } });
  const body = JSON.stringify({ game: "katharina", seats: [{ t: "mine" }, { t: "open" }] });
  const headers = { "Content-Type": "application/json", "Idempotency-Key": "elsewhere" };
  const opened = await ask("/api/v1/matches", { method: "POST", body, headers });
  const match = await opened.json();
  const again = await ask(`/api/v1/matches/${match.id}`, { headers: { "If-None-Match": opened.headers.get("etag") } });
  const refused = await ask("/api/v1/matches/nowhere", { method: "DELETE" });
  const unknown = await fetch(url + "/api/v1/me", { headers: { Authorization: "Bearer chronik_nobody" } });
  return {
    opened: opened.status, location: opened.headers.get("location"), match: match.id, again: again.status,
    allow: refused.headers.get("allow"), unknown: (await unknown.json()).type,
    who: unknown.headers.get("www-authenticate"),
  };
}"""


def test_a_page_of_another_origin_can_open_a_match_and_read_refusals(visit: Visits, service: House) -> None:
    ann = service.register("Ann")
    visit.expect(r"40[145]|304")
    page = visit("/docs/bots", bypass_csp=True)
    page.goto(service.url.replace("127.0.0.1", "localhost") + "/docs/bots")
    told = page.evaluate(CLIENT, [service.url, ann.token])
    assert told["opened"] == 201
    assert told["location"] == f"/api/v1/matches/{told['match']}"
    assert told["again"] in (200, 304)
    assert "GET" in told["allow"]
    assert told["unknown"] == "/problems/unauthenticated"
    assert told["who"].startswith("Bearer")
