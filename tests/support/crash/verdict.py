"""The verdict: the acknowledgements in the journals, compared with the stored bytes."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable

import msgspec
from msgspec import Struct

from chronik.domain.engine.match.chain import Keys
from chronik.domain.engine.match.log import Author
from chronik.domain.engine.proof.outline import outline
from chronik.domain.engine.proof.verification import chain_heads, verify_log
from chronik.domain.log.verdict import Altered
from chronik.service.log.cluster import servers_of
from chronik.service.log.fsck import fsck
from chronik.service.log.idempotency import KEY, make_mark
from chronik.service.log.keys import Item, item, keys
from chronik.service.log.servers import Servers, configured_servers
from chronik.service.matches.catalogue import Catalogue, game_loader
from tests.support.crash.journal import Acknowledgement, Journal

LOADED = game_loader(Catalogue({}))


class Verdict(Struct):
    """The counts of what was checked, and a sentence for everything lost, doubled or altered."""

    matches: int = 0
    acknowledged: int = 0
    lost: list[str] = []
    doubled: list[str] = []
    altered: list[str] = []

    @property
    def good(self) -> bool:
        return not (self.lost or self.doubled or self.altered)

    def __str__(self) -> str:
        found = [*self.lost, *self.doubled, *self.altered]
        counts = f"lost {len(self.lost)}, doubled {len(self.doubled)}, altered {len(self.altered)}"
        return "\n".join([f"{self.matches} matches, {self.acknowledged} acknowledgements: {counts}", *found[:20]])


class Line(Struct, frozen=True):
    """The part of a batch that is compared with an acknowledgement."""

    seat: int | None = None
    by: Author = Author.SEAT
    cmd: msgspec.Raw = msgspec.Raw()


class Stored(Struct, frozen=True):
    """The log of one match at one moment, by the hashes of the keys, and the computed head after each batch."""

    items: dict[bytes, Item]
    heads: dict[int, str]


async def judge(url: str, journals: Iterable[Journal], only: Collection[str] | None = None) -> Verdict:
    """Compares the journals with the engine or the cluster at an address; with `only`, just for these matches.

    Writers may continue meanwhile: later acknowledgements are not checked.
    """
    journals = tuple(journals)
    expected: defaultdict[str, list[Acknowledgement]] = defaultdict(list)
    for said in (said for journal in journals for said in journal.acknowledged):
        expected[said.match].append(said)
    verdict = Verdict()
    named_servers = configured_servers(url, connections=2, timeout=10)
    servers = await servers_of(named_servers)
    try:
        for match in sorted(await _matches(servers) | set(expected) if only is None else only):
            await _judge(servers, match, expected[match], journals, verdict)
    finally:
        for one in named_servers:
            await one.close()
        await servers.close()
    return verdict


async def _matches(servers: Servers) -> set[str]:
    found = [await wire.read(("KEYS", "{p*}:m:*:log")) for wire in servers.masters()]
    return {name.decode()[8:-4] for (names,) in found for name in names}


async def _judge(
    servers: Servers, match: str, expected: list[Acknowledgement], journals: tuple[Journal, ...], verdict: Verdict
) -> None:
    verdict.matches += 1
    verdict.acknowledged += len(expected)
    stored = await _stored(servers, match, verdict)
    if stored is None:
        verdict.lost += [f"{match} version {said.version}: the match is not there" for said in expected]
        return
    verdict.altered += [f"{match}: {sentence}" for sentence in await fsck(servers, match)]
    for said in expected:
        _compare(said, stored, verdict)
    applied: Counter[tuple[int, int]] = Counter()
    asked = [{hashed(key): intent for key, intent in journal.intents.items()} for journal in journals]
    for key in stored.items:
        owner = next((n for n, known in enumerate(asked) if key in known), None)
        if owner is None:
            verdict.doubled.append(f"{match}: nobody has asked for what the key {key.hex()} did")
        else:
            applied[owner, asked[owner][key]] += 1
    verdict.doubled += [
        f"{match}: intent {intent} of writer {owner} stands there {count} times"
        for (owner, intent), count in applied.items()
        if count > 1
    ]


async def _stored(servers: Servers, match: str, verdict: Verdict) -> Stored | None:
    at = keys(match)
    rows, secret = await servers.read(("XRANGE", at.log, "-", "+"), ("GET", at.secret))
    if not rows or secret is None:
        return None
    try:
        items = tuple(map(item, rows))
        log = tuple(one.batch for one in items)
        heads = dict(chain_heads(outline(log), Keys.of(match, secret)))
    except (ValueError, Altered) as error:
        verdict.altered.append(f"{match}: {error}")
        return Stored({}, {})
    verification = verify_log(match, log, secret, items[-1].head, LOADED)
    if not verification.ok:
        verdict.altered.append(f"{match}: {verification.sentence}")
    return Stored({one.mark[:KEY]: one for one in items}, heads)


def hashed(key: str) -> bytes:
    """Returns what the log stores of an idempotency key."""
    return make_mark(key, "")[:KEY]


def _compare(said: Acknowledgement, stored: Stored, verdict: Verdict) -> None:
    where = f"{said.match} version {said.version}"
    found = stored.items.get(hashed(said.intent.key))
    if found is None:
        verdict.lost.append(f"{where}: acknowledged with {said.status}, and not there")
        return
    if found.version != said.version or stored.heads.get(said.version) != said.head:
        verdict.altered.append(f"{where}: the key stands for version {found.version}, with another head or version")
        return
    told = msgspec.json.decode(found.batch, type=Line)
    if said.intent.command and (told.seat, bytes(told.cmd)) != (said.intent.seat, said.intent.command):
        verdict.altered.append(f"{where}: seat {told.seat} did {bytes(told.cmd)!r} there")
