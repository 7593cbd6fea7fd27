"""The pages over HTTP: content, caching, security headers and compression."""

import asyncio
import gzip
import json
import re
from hashlib import sha256
from pathlib import Path
from typing import Any, cast

import httpx
import pytest
from litestar.types import ASGIApp
from msgspec.structs import replace

from chronik.service.running.settings import Settings
from chronik.service.web.compression import compress, reads_gzip
from chronik.service.web.pages.comments import Unreadable, strip_comments
from chronik.service.web.pages.files import Files
from chronik.service.web.pages.pages import FIRST, MAIN, Opening, Viewer, live_viewer, shipped_viewer
from tests.support.cases import for_each
from tests.support.service.apps import opened, register, running
from tests.support.service.tables import ONE_LOOP

SHIPPED = shipped_viewer()
HERE = f"/viewer/{SHIPPED.digest}/"
NOBODY = "0" * 32
PAGES = ("/", f"/matches/{NOBODY}", f"/replay/{NOBODY}", f"/embed/{NOBODY}")
BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8"
PLAIN = {"accept-encoding": "identity"}


@pytest.fixture
def client(shared_client: httpx.AsyncClient) -> httpx.AsyncClient:
    """Yields a client of the one application of this file."""
    return shared_client


@pytest.fixture
def server(shared_server: httpx.AsyncClient) -> httpx.AsyncClient:
    """Yields a client of the one real server of this file."""
    return shared_server


def page_of(path: str) -> bytes:
    return SHIPPED.pages[Opening.LOBBY if path == "/" else Opening.MATCH].plain


@ONE_LOOP
@pytest.mark.parametrize("path", [*PAGES, f"/replay/{NOBODY}/", f"/embed/{NOBODY}?v=fast"])
async def test_every_page_address_serves_its_page(client: httpx.AsyncClient, path: str) -> None:
    answer = await client.get(path, headers={"accept": BROWSER})
    assert (answer.status_code, answer.content) == (200, page_of(path))
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["cache-control"] == "no-cache"
    assert answer.headers["referrer-policy"] == "same-origin"
    assert answer.headers["x-content-type-options"] == "nosniff"
    policy = answer.headers["content-security-policy"]
    assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; ")
    assert "unsafe" not in policy
    assert policy.endswith("frame-ancestors *" if path.startswith("/embed/") else "frame-ancestors 'none'")


@ONE_LOOP
@pytest.mark.parametrize("path", PAGES)
async def test_unknown_query_parameters_of_pages_are_ignored(client: httpx.AsyncClient, path: str) -> None:
    for query in ("utm_source=x&fbclid=y", "e=87&p=1&v=1.5", "e=1&e=2", "e=%ED%A0%80", "&&=", "<script>"):
        answer = await client.get(f"{path}?{query}")
        assert (answer.status_code, answer.content) == (200, page_of(path))


@ONE_LOOP
async def test_pages_are_served_without_access_to_the_store(settings: Settings) -> None:
    away = replace(settings, redis_url="redis://127.0.0.1:1/0")
    async with running(away) as (_, client):
        assert (await client.get("/health/ready")).status_code == 503
        for path in (*PAGES, f"{HERE}main.js"):
            assert (await client.get(path)).status_code == 200


@ONE_LOOP
async def test_a_client_that_does_not_accept_html_gets_a_problem(client: httpx.AsyncClient) -> None:
    answer = await client.get("/", headers={"accept": "application/json"})
    assert (answer.status_code, answer.json()["offers"]) == (406, ["text/html"])
    assert (await client.post("/", json={})).status_code == 405


@ONE_LOOP
async def test_an_unchanged_page_is_answered_with_304(client: httpx.AsyncClient) -> None:
    for coding in ("gzip", "identity"):
        first = await client.get("/", headers={"accept-encoding": coding})
        tag = first.headers["etag"]
        again = await client.get("/", headers={"accept-encoding": coding, "if-none-match": tag})
        assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", tag)
        assert again.headers["content-security-policy"] == first.headers["content-security-policy"]
        assert "content-encoding" not in again.headers
        assert (await client.get("/", headers={"if-none-match": '"other"'})).status_code == 200


@ONE_LOOP
@pytest.mark.parametrize("address", ["/", f"/matches/{NOBODY}"])
async def test_every_file_of_a_page_exists_and_is_cached_for_a_year(client: httpx.AsyncClient, address: str) -> None:
    page = (await client.get(address)).text
    named = re.findall(r'(?:href|src)="(/viewer/[^"]*)"', page)
    main = "bundle/main.js" if SHIPPED.bundle else "main.js"
    assert {f"{HERE}{path}" for path in (main, "icon.svg", "fonts/figtree.woff2")} <= set(named)
    assert re.search(r'data-holds="style/tokens.css style/base.css style/chrome.css ', page)
    assert not re.search(r"<style|\sstyle=|\son\w+=|javascript:|https?:", page)
    for path in named:
        answer = await client.get(path)
        assert answer.status_code == 200, path
        assert answer.headers["cache-control"] == "max-age=31536000, immutable"


@ONE_LOOP
async def test_files_have_the_right_media_types(client: httpx.AsyncClient) -> None:
    for path, media in (
        ("main.js", "text/javascript"),
        ("style/base.css", "text/css; charset=utf-8"),
        ("icon.svg", "image/svg+xml"),
        ("vendor/preact.LICENSE", "text/plain; charset=utf-8"),
    ):
        answer = await client.get(HERE + path, headers={"accept": "image/avif,image/webp,*/*;q=0.8"})
        assert (answer.status_code, answer.headers["content-type"]) == (200, media)
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.content == SHIPPED.pack(path).plain


@ONE_LOOP
@pytest.mark.parametrize(
    "path",
    [
        "/viewer/0000000000000000/main.js",
        f"{HERE}absent.js",
        f"{HERE}types.d.ts",
        f"{HERE}index.html",
        f"{HERE}vendor/README.md",
        f"{HERE}vendor",
        f"{HERE}",
        f"{HERE}../pages.py",
        f"{HERE}%2e%2e/pages.py",
        f"{HERE}..%2fpages.py",
        f"{HERE}style/../main.js",
        f"{HERE}/etc/passwd",
        f"{HERE}//etc/passwd",
        f"{HERE}main.js%00.css",
        f"{HERE}MAIN.JS",
        "/viewer/../main.js",
        "/viewer/",
    ],
)
async def test_only_files_that_belong_to_a_page_can_be_fetched(server: httpx.AsyncClient, path: str) -> None:
    reader, writer = await asyncio.open_connection(server.base_url.host, server.base_url.port)
    writer.write(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
    answer = await reader.read()
    writer.close()
    await writer.wait_closed()
    assert answer.startswith(b"HTTP/1.1 404 "), answer
    assert b'"code":"not-found"' in answer
    assert b"immutable" not in answer


@for_each(
    ("accept", "allowed"),
    [
        ("gzip", True),
        ("gzip, deflate, br, zstd", True),
        ("GZip", True),
        ("x-gzip", True),
        ("*", True),
        ("br;q=1.0, gzip;q=0.8, *;q=0.1", True),
        ("gzip ; q=0.001", True),
        ("", False),
        ("identity", False),
        ("br", False),
        ("gzip;q=0", False),
        ("gzip; q=0.000", False),
        ("gzip;q=0, *", False),
        ("*;q=0", False),
        ("*;q=0, gzip", True),
        ("notgzip", False),
        ("gzipped", False),
    ],
)
def test_gzip_is_used_only_if_accepted(accept: str, allowed: bool) -> None:
    assert reads_gzip(accept) is allowed


def test_content_that_does_not_shrink_is_not_compressed() -> None:
    assert compress(b"short").small is None
    assert compress(gzip.compress(bytes(range(256)) * 9)).small is None
    assert compress(b"a" * 5_000) == compress(b"a" * 5_000)


@ONE_LOOP
async def test_answers_are_compressed_if_accepted(client: httpx.AsyncClient) -> None:
    ann = await register(client)
    match = await opened(client, ann, "mine", "open")
    await client.post(f"/api/v1/matches/{match}/seats", json={}, headers=(await register(client)).headers)
    typed = f"/api/v1/katharina/matches/{match}"
    for path in (f"{typed}/replay", "/api/v1/games/katharina", "/openapi.json", "/docs", "/", f"{HERE}main.js"):
        plain = await client.get(path, headers={**ann.headers, **PLAIN})
        small = await client.get(path, headers={**ann.headers, "accept-encoding": "gzip"})
        assert plain.status_code == small.status_code == 200
        assert plain.content == small.content
        assert "content-encoding" not in plain.headers
        assert small.headers["content-encoding"] == "gzip"
        assert int(small.headers["content-length"]) < int(plain.headers["content-length"]) == len(plain.content)
        for answer in (plain, small):
            assert "accept-encoding" in answer.headers["vary"]
        headed = await client.head(path, headers={**ann.headers, "accept-encoding": "gzip"})
        assert (headed.content, headed.headers["content-length"]) == (b"", small.headers["content-length"])
        if "etag" in plain.headers:  # other bytes are another strong tag, and the same weak one
            assert small.headers["etag"] == f"W/{plain.headers['etag'].removeprefix('W/')}"


@ONE_LOOP
async def test_loading_a_page_stays_below_the_burst_limit(settings: Settings) -> None:
    strict = replace(settings, rate_address=1, burst_address=5)
    async with running(strict) as (_, client):
        for path in SHIPPED.files:
            assert (await client.get(HERE + path)).status_code == 200
        assert (await client.get("/")).status_code == 200
        absent = [(await client.get(HERE + "absent.js")).status_code for _ in range(5)]
        assert absent == [404] * 4 + [429], "the page was counted, its files were not"


@ONE_LOOP
async def test_a_file_has_no_superfluous_header(client: httpx.AsyncClient) -> None:
    for path in ("main.js", "style/base.css", "icon.svg"):
        answer = await client.get(HERE + path)
        assert set(answer.headers) == {
            *("content-type", "content-length", "content-encoding", "cache-control", "vary", "x-content-type-options")
        }


def test_the_typefaces_are_small_and_have_their_licences() -> None:
    """They do not count for the weight of a page: all pages share them, and show their text before they arrive."""
    faces = [path for path in SHIPPED.files if path.endswith(".woff2")]
    assert sum(len(SHIPPED.files[path]) for path in faces) <= 40_000
    tokens = SHIPPED.files["style/tokens.css"].decode()
    for path in faces:
        assert f"../{path}" in tokens
    assert SHIPPED.files["fonts/OFL.LICENSE"].count(b"Project Authors") >= len(faces)
    assert b"SIL Open Font License" in SHIPPED.files["fonts/OFL.LICENSE"]


@ONE_LOOP
async def test_a_page_may_load_typefaces_from_the_service_only(client: httpx.AsyncClient) -> None:
    page = await client.get("/")
    assert "font-src 'self';" in page.headers["content-security-policy"]
    face = await client.get(f"{HERE}fonts/figtree.woff2")
    assert face.headers["content-type"] == "font/woff2"
    assert face.headers["cache-control"] == "max-age=31536000, immutable"


def test_every_style_sheet_is_used() -> None:
    """It is used by a page, by a game, or by a part that is loaded on demand and names it."""
    demanded = b"".join(content for path, content in SHIPPED.files.items() if path.endswith(".js"))
    linked = {*FIRST, "style/problem.css"}
    for opening in Opening:
        linked |= {f"style/{opening.sheet}", *opening.styles}
    for path in SHIPPED.files:
        if path.endswith(".css") and path not in linked and not re.fullmatch(r"games/\w+/style\.css", path):
            assert f'"{path}"'.encode() in demanded, path


def test_the_page_of_a_match_names_the_modules_of_its_game() -> None:
    separate = Viewer.read(bundled=False)
    page = separate.pages[Opening.MATCH].plain.decode()
    told = re.search(r'<script type="application/json" id="games">(.*)</script>', page)
    assert told
    games = json.loads(told[1])
    assert {"games/katharina/game.js", "games/katharina/table.js"} <= set(games["katharina"])
    for path in games["katharina"]:
        assert path in separate.files
        assert f"{separate.digest}/{path}" not in page


def test_comments_on_separate_lines_are_removed() -> None:
    source = b"""/** One.
 * Two. */
const a = 1; // stays
  // goes
const b = "// stays", c = '/* stays */';
/* goes */ /* goes, with a line of its own only */
const d = `
// stays ${html`
  /* stays */ ${[1].map((n) => ({ n }))} \\` ${"}"}`}
/* stays */
`;
  /* goes
   */
const e = /[`"/]/.test(a) ? a / b / c : /* stays */ 0;
const f = (n) => /`\\//.test(n);
// goes"""
    sent = strip_comments("a.js", source)
    assert sent.count(b"\n") == source.count(b"\n")
    assert sent.split(b"\n") == [
        b"" if re.search(rb"One|Two|goes$|^ {2}/\* goes|^ {3}\*/", line) else line for line in source.split(b"\n")
    ]


def test_comments_of_a_style_sheet_are_removed() -> None:
    source = b'/* goes */\n.a::before {\n  content: "\\201c /*";\n  /* goes */\n}\n.b { color: red; } /* stays */\n'
    assert strip_comments("a.css", source).split(b"\n") == [
        *(b"", b".a::before {", b'  content: "\\201c /*";', b"", b"}", b".b { color: red; } /* stays */", b"")
    ]
    assert strip_comments("a.svg", b"<!--\n// stays\n-->") == b"<!--\n// stays\n-->"


@pytest.mark.parametrize("script", [b"const a = `\n// ?\n", b"function f() {\n// ?\n", b"const a = `${`\n`;\n"])
def test_a_script_that_cannot_be_parsed_is_refused(script: bytes) -> None:
    with pytest.raises(Unreadable, match=r"a\.js"):
        strip_comments("a.js", script)


def test_every_shipped_script_can_be_parsed() -> None:
    for path, content in SHIPPED.files.items():
        assert strip_comments(path, content).count(b"\n") == content.count(b"\n"), path


def test_a_page_preloads_the_imports_of_its_modules() -> None:
    files = {
        "main.js": 'import { a } from "./a/a.js";\nconst page = import("./lobby/page.js");\n',
        "a/a.js": '/** @type {import("../type.js").T} */\nimport {\n  b,\n} from "../b.js";\nexport * from "./c.js";\n',
        "a/c.js": 'import "../a/a.js";\nimport d from "./absent.js";\n',
        "b.js": 'export const b = {\n  c: import(`./words/${1}.js`),\n  d: () => import("./later.js"),\n};\n',
        "type.js": "",
        "later.js": "",
        "lobby/page.js": 'export { b } from "../b.js";\nconst text = "./type.js";\n',
        "words/1.js": "",
    }
    viewer = Viewer({path: text.encode() for path, text in files.items()}, "")
    assert set(viewer.modules(MAIN)) == {"main.js", "a/a.js", "a/c.js", "b.js"}
    assert set(viewer.modules(MAIN, "lobby/page.js")) == {"main.js", "a/a.js", "a/c.js", "b.js", "lobby/page.js"}


def write_bundle(folder: Path, viewer: Viewer) -> None:
    """Writes a bundle of one file for a viewer whose only modules are `main.js` and `words/de/lobby.js`."""
    sources = sha256()
    for path in ("main.js", "words/de/lobby.js"):
        sources.update(path.encode() + b"\0" + viewer.files[path] + b"\0")
    (folder / "bundle").mkdir()
    (folder / "bundle" / "main.js").write_text("joined")
    (folder / "bundle" / "main.js.br").write_bytes(b"smallest")
    modules = {path: ["bundle/main.js"] for path in (MAIN, *(opening.module for opening in Opening))}
    text = json.dumps({"sources": sources.hexdigest(), "modules": modules})
    (folder / "bundle" / "manifest.json").write_text(text)


async def test_a_bundle_is_used_until_a_module_changes(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("$here$main $styles $modules")
    (tmp_path / "main.js").write_text("1")
    (tmp_path / "words" / "de").mkdir(parents=True)
    (tmp_path / "words" / "de" / "lobby.js").write_text("3")
    write_bundle(tmp_path, Viewer.read(tmp_path))
    joined = Viewer.read(tmp_path)
    assert f"{joined.digest}/bundle/main.js" in joined.pages[Opening.LOBBY].plain.decode()
    assert b"bundle/" not in live_viewer(tmp_path)().pages[Opening.LOBBY].plain, "developers change the modules"
    app = httpx.ASGITransport(cast("Any", Files(cast("ASGIApp", None), joined)))
    async with httpx.AsyncClient(transport=app, base_url="http://here") as client:
        for accepted, sent in (("br", b"smallest"), ("gzip, br;q=0", b"joined"), ("gzip", b"joined")):
            headers = {"accept-encoding": accepted}
            async with client.stream("GET", f"/viewer/{joined.digest}/bundle/main.js", headers=headers) as answer:
                assert [part async for part in answer.aiter_raw()] == [sent]
                assert (answer.headers.get("content-encoding") == "br") is (accepted == "br")
    (tmp_path / "words" / "de" / "lobby.js").write_text("4")
    stale = Viewer.read(tmp_path)
    assert stale.bundle is None
    assert f"{stale.digest}/main.js" in stale.pages[Opening.LOBBY].plain.decode()
    assert "bundle/main.js" not in stale.files


def test_the_version_digest_of_the_pages_covers_every_file(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<p>$styles $modules $here")
    (tmp_path / "main.js").write_text("1")
    (tmp_path / "words" / "de").mkdir(parents=True)
    (tmp_path / "words" / "de" / "lobby.js").write_text("3")
    first = Viewer.read(tmp_path)
    assert Viewer.read(tmp_path).digest == first.digest
    now = live_viewer(tmp_path)
    assert now().digest == first.digest
    (tmp_path / "words" / "de" / "lobby.js").write_text("// remark")
    assert now().digest != first.digest
    (tmp_path / "index.html").write_text("<p>other $styles $modules $here")
    assert b"other" in now().pages[Opening.LOBBY].plain


@ONE_LOOP
async def test_with_the_reload_setting_changed_pages_are_served_at_once(settings: Settings) -> None:
    async with running(replace(settings, viewer_reload=True, rate_address=1, burst_address=5)) as (_, client):
        for _ in range(10):
            answer = await client.get("/viewer/older/main.js")
            assert (answer.status_code, answer.headers["cache-control"]) == (200, "no-cache")
