/** Verification in the page: the vectors of `FORMAT.md`, unedited matches, and everything a forger might try. */

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { deflateSync, inflateSync } from "node:zlib";
import { game } from "./verify_katharina.js";
import { concat, fromHex, hex, textOf, u32, utf8 } from "../../service/viewer/pages/verify/bytes.js";
import { parseCanonical } from "../../service/viewer/pages/verify/canonical.js";
import { computeCommitment, genesisHead, computeHeads, matchSeed, saltKey, sha256, tutorialSeed } from "../../service/viewer/pages/verify/chain.js";
import { streamsOf, remainder } from "../../service/viewer/pages/verify/chance.js";
import { headerText, isHeader, parseLog } from "../../service/viewer/pages/verify/log.js";
import { CHECKS, verify } from "../../service/viewer/pages/verify/verify.js";

/** @typedef {import("../../service/viewer/pages/verify/bytes.js").Bytes} Bytes */
/** @typedef {{manifest: any, signature: Bytes, batches: Bytes[]}} Parts */

const HERE = new URL("./played/", import.meta.url);
const BOX = { game, ...JSON.parse(readFileSync(new URL("box.json", HERE), "utf8")) };
const KNOWN = { box: async (/** @type {string} */ name) => (name === "katharina" ? BOX : null) };
const NAMES = readdirSync(HERE).filter((name) => name.endsWith(".chronik"));
const FILES = Object.fromEntries(NAMES.map((name) => [name.replace(".chronik", ""), bytesOf(readFileSync(new URL(name, HERE)))]));
const PLAIN = /** @type {Bytes} */ (FILES["2-seats"]);
const UNDONE = /** @type {Bytes} */ (FILES["3-seats-undone"]);

/** @param {Uint8Array} buffer
 * @returns {Bytes}
 */
function bytesOf(buffer) {
  return Uint8Array.from(buffer);
}

/** @param {Bytes} body */
const fileOf = async (body) => concat([utf8("chronik-archive/2\n"), await sha256(body), body]);
/** @param {Bytes} file */
const unpacked = (file) => bytesOf(inflateSync(file.subarray(50)));
/** @param {Bytes} whole */
const repacked = (whole) => fileOf(bytesOf(deflateSync(whole, { level: 1 })));
/** @param {readonly Bytes[]} lines */
const joined = (lines) => concat(lines.flatMap((line) => [line, utf8("\n")]));

/** @param {Bytes} file
 * @returns {Parts}
 */
function partsOf(file) {
  const [manifest, signature, ...batches] = textOf(unpacked(file)).split("\n").slice(0, -1).map(utf8);
  return { manifest: JSON.parse(textOf(manifest)), signature, batches };
}

/** @param {Parts} parts */
const packed = ({ manifest, signature, batches }) => repacked(joined([utf8(JSON.stringify(manifest)), signature, ...batches]));

/** Splits a batch into the text before its events, and the events.
 * @param {Bytes} stored
 */
function split(stored) {
  const text = textOf(stored);
  return { before: text.slice(0, text.indexOf('"e":[') + 5), events: JSON.parse(text).e.map((/** @type {any} */ event) => JSON.stringify(event)) };
}

/** @param {Parts} parts @returns {string[]} the event of every entry */
const eventsOf = ({ batches }) => batches.flatMap((stored) => split(stored).events);

/** @param {Parts} parts @param {number} n @returns {[index: number, at: number]} the batch of an entry, and its place there */
function place({ batches }, n) {
  let left = n;
  for (const [index, stored] of batches.entries()) {
    const size = split(stored).events.length;
    if (left <= size) return [index, left - 1];
    left -= size;
  }
  throw new RangeError(`no entry ${n}`);
}

/** @param {Parts} parts @param {number} index @returns {number} the first entry of a batch */
const firstOf = ({ batches }, index) => 1 + batches.slice(0, index).reduce((sum, stored) => sum + split(stored).events.length, 0);

/** Changes the parts of a file; the count in the manifest follows.
 * @param {Bytes} file
 * @param {(parts: Parts) => void} change
 */
function edited(file, change) {
  const parts = partsOf(file);
  change(parts);
  try {
    parts.manifest.n = eventsOf(parts).length;
  } catch {
    // Then another check finds it.
  }
  return packed(parts);
}

/** Does the same, as a forger who recomputes the whole chain.
 * @param {Bytes} file
 * @param {(parts: Parts) => void} change
 */
async function forged(file, change) {
  const parts = partsOf(file);
  change(parts);
  const { opened, batches } = parseLog(parts.batches);
  const [match, secret] = [fromHex(parts.manifest.match), fromHex(parts.manifest.secret)];
  const first = await genesisHead(match, utf8(headerText(opened)), fromHex(opened.commitment));
  const after = await computeHeads(first, await saltKey(secret, match), batches);
  parts.manifest.head = hex(/** @type {Bytes} */ (after.get(parts.manifest.n)));
  return packed(parts);
}

/** Replaces text in an entry: in the part before the events if it is the first of its batch, otherwise in its event.
 * @param {Parts} parts @param {number} n @param {string} old @param {string} now
 */
function replace(parts, n, old, now) {
  const [index, at] = place(parts, n);
  const { before, events } = split(parts.batches[index]);
  const inCommand = at === 0 && before.includes(old);
  const text = inCommand ? before : events[at];
  assert.ok(text.includes(old), `${old} in ${text}`);
  events[at] = inCommand ? events[at] : text.replace(old, now);
  parts.batches[index] = utf8(`${inCommand ? before.replace(old, now) : before}${events.join(",")}]}`);
}

/** @param {Parts} parts @param {string} part @param {number} [from] */
const entryWith = (parts, part, from = 0) => eventsOf(parts).findIndex((event, index) => index >= from && event.includes(part)) + 1;

/** @param {Parts} parts @param {number} n @returns {number} */
const timeOf = (parts, n) => JSON.parse(textOf(parts.batches[place(parts, n)[0]])).at;

/** @param {Promise<Bytes> | Bytes} file @param {string} code @param {number | null} [entry] */
async function refused(file, code, entry = null) {
  const { bad, whole } = await verify(await file, KNOWN);
  assert.equal(whole, false);
  assert.deepEqual([bad?.code, bad?.entry], [code, entry]);
}

test("a withheld match says so at the end of its opening, and in no other way", () => {
  const header = partsOf(PLAIN).manifest.header;
  assert.equal(isHeader(header), true);
  assert.equal(isHeader({ ...header, held: true }), true);
  assert.equal(isHeader({ ...header, held: false }), false);
  assert.equal(isHeader({ held: true, ...header }), false);
});

test("the computations match the vectors of the format", async () => {
  const match = fromHex("000102030405060708090a0b0c0d0e0f");
  const secret = new Uint8Array(32).fill(1);
  const committed = await computeCommitment(match, secret);
  assert.equal(hex(committed), "4469f95d24f4e2a25a698504907a354892659895b82752778c11f4eee42fba0a");
  const seed = await matchSeed(secret, match, [new Uint8Array(32).fill(16), new Uint8Array()]);
  assert.equal(hex(seed), "9ebbf90f7fdfc27b179d2eb697fb42bf4084df7482505c75dfce3ace4b68841c");
  const key = await saltKey(secret, match);
  assert.equal(hex(key), "f721348a421d1892ef885a81fa36f8d2e30b81504a89dcabb29d9a807f80d093");
  assert.equal(hex(await tutorialSeed("demo/1")), "38d087dcfb7a54a924c05784ac6b1196a0745f56470381c2f050b5aa519859be");
  const numbers = (/** @type {number} */ n) => Array.from({ length: n }, (_, index) => index);
  const stream = await streamsOf(seed);
  assert.deepEqual(await stream("deck/0").shuffle(numbers(10)), [6, 4, 1, 0, 2, 5, 7, 9, 3, 8]);
  assert.deepEqual((await stream("deck/0").shuffle(numbers(52))).slice(0, 8), [17, 41, 20, 33, 50, 24, 43, 10]);
  for (const [label, pips] of /** @type {[string, number[]][]} */ ([
    ["dice/0", [5, 5]],
    ["dice/1", [2, 3]],
  ])) {
    const dice = stream(label);
    assert.deepEqual([1 + (await dice.below(6)), 1 + (await dice.below(6))], pips);
  }
  const first = await genesisHead(match, utf8('{"game":"demo","rules":1,"seats":2}'), committed);
  assert.equal(hex(first), "44fc47ea2cbc8428c591d3e67b93409b50d03c267d5c26ef0085e8680ccaf933");
  const batches = [
    { version: 1, stored: utf8('{"at":0,"seat":0,"cmd":{"t":"draw"},"e":[{"t":"cards-drawn","cards":[17]}]}') },
    { version: 3, stored: utf8('{"at":5000,"seat":1,"by":"bot","cmd":{"t":"roll"},"e":[{"t":"dice-rolled","pips":[3,5]},{"t":"passed"}]}') },
  ];
  const after = await computeHeads(first, key, batches);
  assert.deepEqual([...after.values()].map(hex), ["3dfbd8dc98873b15643140aa7da5ef5199ed92116b65d79853d8a904c0b62091", "03b56bc8573b6ca80324c0edff8186a9f200d5f4a445891e5275e548a2cffbfd"]);
});

test("a random word is reduced as a whole number, and words beyond the last multiple are rejected", () => {
  const words = [0, 1, 5, 2 ** 31, 2 ** 32 - 2, 2 ** 32 - 1, 0x9e3779b9];
  for (const upper of words)
    for (const lower of words)
      for (const n of [1, 2, 3, 6, 52, 102, 2 ** 21, 2 ** 21 + 1, 2 ** 40 + 7]) {
        const word = (BigInt(upper) << 32n) | BigInt(lower);
        const limit = 2n ** 64n - (2n ** 64n % BigInt(n));
        assert.equal(remainder(upper, lower, n), word < limit ? Number(word % BigInt(n)) : null);
      }
});

test("canonical JSON is the same as in Python", () => {
  for (const good of ["{}", '{"a":[1,-2,null,true,"é"]}', '{"a":9007199254740991}', '{"a":"\u2028\u007f\\u001f"}']) assert.ok(parseCanonical(utf8(good)), good);
  const deep = (/** @type {number} */ n) => `{"a":${"[".repeat(n)}${"]".repeat(n)}}`;
  assert.ok(parseCanonical(utf8(deep(15))));
  const bad = ["", "[]", "1", '{"a":1.0}', '{"a":1e3}', '{"a":0.5}', '{"a":-0}', '{"a":9007199254740992}', '{"a":1,"a":1}', '{"A":1}', '{"a": 1}', '{"a":1} ', '\ufeff{"a":1}', '{"a":NaN}', '{"a":"\\u0061"}', '{"a":"\\ud800"}', '{"__proto__":1}', '{"1":1}', deep(16), deep(8000), `{"a":"${"x".repeat(17_000)}"}`];
  for (const text of bad) assert.equal(parseCanonical(utf8(text)), undefined, text.slice(0, 40));
  assert.equal(parseCanonical(Uint8Array.of(123, 34, 97, 34, 58, 34, 255, 34, 125)), undefined);
});

for (const [name, file] of Object.entries(FILES))
  test(`an unedited match passes: ${name}`, async () => {
    /** @type {string[]} */
    const told = [];
    const report = await verify(file, KNOWN, ({ check }) => told.push(check));
    assert.equal(report.bad, null, JSON.stringify(report.bad));
    assert.equal(report.whole, true);
    assert.deepEqual(told, CHECKS);
    assert.ok(report.shuffles >= 2);
    assert.ok(report.draws.every(({ same }) => same));
    assert.equal(report.draws.some(({ label, known }) => known && /^deck\/\d+\/u\d$/.test(label ?? "")), name.endsWith("undone"));
  });

test("the file must agree with what the service shows", async () => {
  const { manifest, batches } = partsOf(PLAIN);
  const { commitment: committed } = JSON.parse(textOf(batches[0])).e[0];
  const summary = { id: manifest.match, commitment: committed, version: manifest.n, head: manifest.head, result: manifest.result };
  const shown = async (/** @type {any} */ known) => (await verify(PLAIN, { ...KNOWN, ...known })).findings.find(({ check }) => check === "shown");
  assert.equal((await shown({}))?.code, "not-shown");
  assert.equal((await shown({ summary }))?.code, "shown");
  assert.deepEqual([(await shown({ summary: { ...summary, id: "0".repeat(32) } }))?.state, (await shown({ summary: { ...summary, id: "0".repeat(32) } }))?.code], ["open", "other-match"]);
  assert.equal((await shown({ summary: { ...summary, head: "0".repeat(64) } }))?.code, "shown-head");
  assert.equal((await shown({ summary: { ...summary, commitment: "0".repeat(64) } }))?.code, "shown-commitment");
  assert.equal((await shown({ summary: { ...summary, result: { points: [1, 2], places: [2, 1] } } }))?.code, "shown-result");
  const { heads: after } = await verify(PLAIN, KNOWN);
  const receipts = [...after].slice(5, 20).map(([version, head]) => ({ version, head }));
  assert.deepEqual((await shown({ summary, receipts }))?.params, { count: 15 });
  const stale = await shown({ summary, receipts: [receipts[0], { ...receipts[1], head: receipts[0].head }] });
  assert.deepEqual([stale?.state, stale?.params.version], ["bad", receipts[1].version]);
});

test("a rehashed match is consistent, and only a kept head reveals it", async () => {
  const changedAt = firstOf(partsOf(PLAIN), 15);
  const at = timeOf(partsOf(PLAIN), changedAt);
  const forgery = await forged(PLAIN, (parts) => replace(parts, changedAt, `"at":${at}`, `"at":${at + 1}`));
  const alone = await verify(forgery, KNOWN);
  assert.deepEqual([alone.bad, alone.whole, alone.covered], [null, true, null]);
  const { manifest, batches } = partsOf(forgery);
  const summary = { id: manifest.match, commitment: JSON.parse(textOf(batches[0])).e[0].commitment, version: manifest.n, head: manifest.head, result: manifest.result };
  const noted = [...(await verify(PLAIN, KNOWN)).heads].map(([version, head]) => ({ version, head }));
  const kept = async (/** @type {typeof noted} */ receipts) => verify(forgery, { ...KNOWN, summary, receipts });
  const before = noted.filter(({ version }) => version < changedAt);
  const early = await kept(before);
  assert.deepEqual([early.bad, early.covered], [null, before.at(-1)?.version]);
  const late = await kept(noted);
  assert.deepEqual([late.bad?.code, late.covered], ["shown-head", null]);
  const played = await verify(PLAIN, { ...KNOWN, receipts: noted, summary: { ...summary, head: partsOf(PLAIN).manifest.head } });
  assert.deepEqual([played.bad, played.covered], [null, manifest.n]);
});

test("cards of another printing cannot be drawn again, and the page says so", async () => {
  const other = await verify(PLAIN, { box: async () => ({ ...BOX, facts: "0".repeat(64) }) });
  assert.deepEqual([other.bad, other.whole], [null, false]);
  assert.equal(other.findings.find(({ check }) => check === "draws")?.code, "unknown-facts");
  assert.equal(other.draws.filter(({ same }) => same === null).length, 2);
  const undone = await verify(UNDONE, { box: async () => ({ ...BOX, facts: "0".repeat(64) }) });
  assert.equal(undone.shuffles, 3);
  for (const known of [{}, { box: async () => null }, { box: async () => ({ ...BOX, rules: BOX.rules - 1 }) }]) {
    const unknown = await verify(PLAIN, known);
    assert.deepEqual([unknown.bad, unknown.whole], [null, false]);
    assert.equal(unknown.findings.find(({ check }) => check === "draws")?.code, "unknown-game");
  }
});

test("a page with newer rules still checks a match of older ones", async () => {
  const { whole, findings } = await verify(/** @type {Bytes} */ (FILES["2-seats-rules-1"]), KNOWN);
  assert.equal(whole, true);
  assert.deepEqual(findings.find(({ check }) => check === "seed")?.params.added, ["nothing", "unknown"]);
});

test("a file that cannot be checked is described accurately", async () => {
  const wide = concat([Uint8Array.of(255, 254), ...Array.from(utf8("chronik-archive/2\n"), (byte) => Uint8Array.of(byte, 0))]);
  const begins = utf8('{"kind":"head","format":"chronik-bundle/1",');
  const mark = Uint8Array.of(239, 187, 191);
  await refused(utf8("chronik-archive/1\n"), "other-format");
  await refused(utf8("chronik-archive/3\n"), "other-format");
  for (const changed of [utf8("chronik-archive/2\r\n"), concat([mark, PLAIN]), wide]) await refused(changed, "changed-bytes");
  for (const bundle of [begins, concat([mark, begins])]) await refused(bundle, "bundle");
});

test("the verdict on a match that ended before all seats were taken leaves its seed unchecked", async () => {
  const short = await forged(PLAIN, (parts) => {
    const last = JSON.parse(textOf(/** @type {Bytes} */ (parts.batches.at(-1))));
    const closed = { ...last.e.at(-1), reason: "too-long" };
    parts.batches = [parts.batches[0], utf8(JSON.stringify({ ...last, e: [closed] }))];
    parts.manifest.n = 3;
    delete parts.manifest.result;
  });
  const { bad, whole, findings } = await verify(short, KNOWN);
  assert.equal(bad, null);
  assert.equal(whole, false, "nothing was drawn again, so the page does not say that it was");
  assert.deepEqual(findings.filter(({ check }) => ["seed", "draws"].includes(check)).map(({ state, code }) => [state, code]), [["open", "not-started"], ["open", "not-started"]]);
});

test("a damaged or incomplete archive is refused", async () => {
  const strict = await new Response(new Blob([deflateSync("x"), "y"]).stream().pipeThrough(/** @type {any} */ (new DecompressionStream("deflate")))).arrayBuffer().then(
    () => false,
    () => true,
  );
  const body = PLAIN.slice(50);
  const whole = unpacked(PLAIN);
  const { manifest, batches } = partsOf(PLAIN);
  const stored = utf8(JSON.stringify(manifest));
  await refused(new Uint8Array(), "no-archive");
  await refused(utf8("Dear diary"), "no-archive");
  for (const cut of [18, 49, 50, 51, PLAIN.length >> 1, PLAIN.length - 1]) await refused(PLAIN.slice(0, cut), "damaged");
  for (const cut of [0, 1, 100, body.length - 1]) await refused(fileOf(body.slice(0, cut)), "not-packed");
  await refused(concat([PLAIN, utf8("more")]), "damaged");
  if (strict) await refused(fileOf(concat([body, utf8("more")])), "not-packed");
  await refused(concat([utf8("chronik-archive/2\n"), new Uint8Array((8 << 20) + (64 << 10))]), "too-large");
  await refused(repacked(whole.slice(0, -1)), "cut-inside");
  await refused(repacked(concat([whole, utf8("  ")])), "cut-inside");
  await refused(repacked(concat([whole, new Uint8Array(2 ** 18 + 1)])), "long-batch");
  await refused(repacked(concat([whole, utf8("\n")])), "after-end", manifest.n + 1);
  await refused(repacked(new Uint8Array()), "no-manifest");
  await refused(repacked(joined([stored])), "no-manifest");
  await refused(repacked(concat([joined([stored]), utf8("\n".repeat(15_003))])), "too-many");
  await refused(repacked(joined([stored, new Uint8Array(63), ...batches])), "signature");
  await refused(repacked(joined([utf8(`${JSON.stringify(manifest)} `), new Uint8Array(), ...batches])), "manifest-form");
});

test("decompression bombs are refused before they are unpacked", async () => {
  await refused(fileOf(bytesOf(deflateSync(Buffer.alloc((8 << 20) + 1)))), "too-much");
  // This one is cut off, which only unpacking all of it would show.
  const bomb = bytesOf(deflateSync(Buffer.alloc(100 << 20)));
  await refused(fileOf(bomb.slice(0, bomb.length >> 1)), "too-much");
});

test("entries in the wrong place are named", async () => {
  const parts = partsOf(PLAIN);
  const first = firstOf(parts, parts.batches.findIndex((stored, index) => index > 8 && split(stored).events.length > 1));
  await refused(edited(PLAIN, ({ batches }) => void batches.shift()), "opened", 1);
  await refused(edited(PLAIN, ({ batches }) => void batches.pop()), "cut-short");
  await refused(edited(PLAIN, ({ batches }) => void batches.splice(1, 0, batches[0])), "opened", firstOf(parts, 1));
  await refused(edited(PLAIN, ({ batches }) => void batches.push(batches[batches.length - 1])), "after-end", parts.manifest.n + 1);
  await refused(edited(PLAIN, (changed) => replace(changed, first, '{"at":', '{ "at":')), "canonical", first);
  await refused(edited(PLAIN, (changed) => replace(changed, first, '"cmd":', '"more":1,"cmd":')), "unreadable", first);
  await refused(edited(PLAIN, (changed) => replace(changed, first + 1, '{"t":', '{"more":1,"t":')), "unreadable", first + 1);
  await refused(edited(PLAIN, (changed) => replace(changed, first + 1, '{"t":', `{"t":"${"x".repeat(16 * 1024)}","more":`)), "long-entry", first + 1);
  const miscounted = partsOf(PLAIN);
  miscounted.manifest.n -= 1;
  await refused(packed(miscounted), "count");
});

test("the manifest and the secret must agree with the log", async () => {
  const last = partsOf(PLAIN).manifest.n;
  const other = "7".repeat(64);
  await refused(edited(PLAIN, ({ manifest }) => (manifest.secret = other)), "two-secrets", last);
  await refused(edited(PLAIN, ({ manifest }) => (manifest.closed_at_ms += 1)), "end-time", last);
  await refused(edited(PLAIN, ({ manifest }) => (manifest.header.facts = other)), "opening", 1);
  await refused(edited(PLAIN, ({ manifest }) => (manifest.match = "0".repeat(32))), "other-secret");
  await refused(edited(PLAIN, ({ manifest }) => (manifest.head = other)), "broken");
  await refused(edited(PLAIN, ({ manifest }) => (manifest.result.points[0] += 1)), "other-result");
  await refused(edited(PLAIN, ({ manifest }) => delete manifest.result), "other-result");
  const exchanged = (/** @type {Parts} */ parts) => {
    replace(parts, last, parts.manifest.secret, other);
    parts.manifest.secret = other;
  };
  await refused(forged(PLAIN, exchanged), "other-secret");
});

test("another secret with its own commitment gives other shuffles", async () => {
  const parts = partsOf(PLAIN);
  const other = "7".repeat(64);
  const committed = hex(await computeCommitment(fromHex(parts.manifest.match), fromHex(other)));
  const exchanged = (/** @type {Parts} */ changed) => {
    const { commitment: before } = JSON.parse(textOf(changed.batches[0])).e[0];
    replace(changed, 1, before, committed);
    replace(changed, changed.manifest.n, changed.manifest.secret, other);
    changed.manifest.secret = other;
  };
  await refused(forged(PLAIN, exchanged), "other-shuffle", entryWith(parts, '"orders-dealt"'));
});

test("changed cards are named, even if a forger has recomputed the chain", async () => {
  for (const file of [PLAIN, UNDONE])
    for (const tag of ['"orders-dealt"', '"stock-shuffled"', '"discard-shuffled"', '"cards-drawn"', '"drawn"'])
      for (let n = entryWith(partsOf(file), tag); n > 0; n = entryWith(partsOf(file), tag, n)) {
        const text = eventsOf(partsOf(file))[n - 1];
        const cards = text.slice(text.lastIndexOf("[", text.search(tag === '"drawn"' ? /"drawn":\[/ : /"[OP]\d+"/) + 9)).match(/"[OP]\d+"/g) ?? [];
        if (cards.length < 2) continue;
        const swap = (/** @type {Parts} */ parts) => replace(parts, n, `${cards[0]},${cards[1]}`, `${cards[1]},${cards[0]}`);
        if (!text.includes(`${cards[0]},${cards[1]}`)) continue;
        await refused(edited(file, swap), "broken-at", n);
        await refused(forged(file, swap), tag.includes("drawn") ? "not-on-top" : "other-shuffle", n);
      }
});

test("only the chain reveals a changed time", async () => {
  const changedAt = firstOf(partsOf(PLAIN), 15);
  const at = timeOf(partsOf(PLAIN), changedAt);
  await refused(edited(PLAIN, (parts) => replace(parts, changedAt, `"at":${at}`, `"at":${at + 1}`)), "broken");
});

test("each of two thousand single-byte edits is found, although the file's hash is repaired", async () => {
  let seed = 20260801;
  const below = (/** @type {number} */ n) => (seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0) % n;
  const bodies = Object.values(FILES).map(unpacked);
  /** @type {Record<string, number>} */
  const codes = {};
  for (let edits = 0; edits < 2_000; edits += 1) {
    const whole = bodies[below(bodies.length)].slice();
    const at = below(whole.length);
    whole[at] ^= 1 + below(255);
    const { bad, whole: good } = await verify(await repacked(whole), KNOWN);
    assert.ok(bad && !good, `byte ${at} changed unnoticed`);
    assert.notEqual(bad.code, "failed", JSON.stringify(bad));
    codes[bad.code] = (codes[bad.code] ?? 0) + 1;
  }
  for (const body of bodies) assert.ok((await verify(await repacked(body), KNOWN)).whole);
  console.log("found by", JSON.stringify(codes));
});

test("the time to verify a thousand entries is measured", async () => {
  let entries = 0;
  let fastest = Infinity;
  for (let round = 0; round < 5; round += 1) {
    const began = performance.now();
    entries = 0;
    for (const file of Object.values(FILES)) entries += (await verify(file, KNOWN)).archive?.manifest.n ?? 0;
    fastest = Math.min(fastest, performance.now() - began);
  }
  console.log(`1,000 entries in ${((fastest / entries) * 1000).toFixed(0)} ms`);
  assert.ok(entries > 500);
});
