/** Signatures in the page: the vectors of `FORMAT.md`, and the findings with different known keys. */

import assert from "node:assert/strict";
import { createPrivateKey, sign } from "node:crypto";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fromHex, hex, utf8 } from "../../service/viewer/pages/verify/bytes.js";
import { unpack } from "../../service/viewer/pages/verify/archive.js";
import { findingText, verdict } from "../../service/viewer/pages/verify/sentences.js";
import { archiveMessage, checkSignature, parseKeys } from "../../service/viewer/pages/verify/signature.js";
import { CHECKS, Report } from "../../service/viewer/pages/verify/verify.js";
import { LANGUAGES, loadAreas, setLanguage } from "../../service/viewer/words/words.js";

/** @typedef {import("../../service/viewer/pages/verify/archive.js").Archive} Archive */

Object.assign(globalThis, { document: { documentElement: {} } });
await loadAreas("common", "verify");

const FORMAT = readFileSync(new URL("../../domain/engine/proof/FORMAT.md", import.meta.url), "utf8");
/** @param {string} name */
const vector = (name) => /** @type {RegExpExecArray} */ (new RegExp(`^${name} += (.*)$`, "m").exec(FORMAT))[1];

const MANIFEST = JSON.parse(vector("manifest"));
const KEY = MANIFEST.key_id;
const VECTOR = /** @type {Archive} */ (/** @type {unknown} */ ({ manifest: MANIFEST, signature: fromHex(vector("signature")) }));
const KEYS = await parseKeys({ keys: [{ key_id: "a name that is not looked at", public_key: vector("public key") }] });
const STORED = Uint8Array.from(readFileSync(new URL("./played/2-seats.chronik", import.meta.url)));

/** Returns an archive signed with the key of the vectors.
 * @param {Archive} archive
 * @returns {Promise<Archive>}
 */
async function signed({ manifest, ...log }) {
  const named = { ...manifest, key_id: KEY };
  const secret = createPrivateKey({ key: Buffer.concat([Buffer.from("302e020100300506032b657004220420", "hex"), fromHex(vector("secret key"))]), format: "der", type: "pkcs8" });
  return { ...log, manifest: named, signature: Uint8Array.from(sign(null, await archiveMessage(named), secret)) };
}

/** @param {string} code @param {Promise<any>} judging */
const refused = (code, judging) => assert.rejects(judging, (error) => /** @type {any} */ (error).code === code);

test("signatures match the vectors of the format", async () => {
  assert.equal(vector("key_id"), KEY);
  assert.deepEqual([...KEYS.keys()], [KEY]);
  assert.equal(hex(await archiveMessage(MANIFEST)), vector("message"));
  assert.deepEqual(await checkSignature(VECTOR, KEYS), { params: { key: KEY } });
});

test("the page says which known key signed a file, or what it does not know", async () => {
  const plain = await unpack(STORED);
  const file = await signed(plain);
  assert.deepEqual(await checkSignature(file, KEYS), { params: { key: KEY } });
  assert.deepEqual(await checkSignature(plain, KEYS), { state: "open", code: "unsigned", params: {} });
  assert.deepEqual(await checkSignature(file, new Map()), { state: "open", code: "unknown-key", params: { key: KEY } });
  assert.deepEqual(await checkSignature(file, null), { state: "open", code: "no-keys", params: { key: KEY } });
});

test("a signature with a revoked key counts as unsigned, whatever the date of revocation, unless a kept head covers it", async () => {
  const file = await signed(await unpack(STORED));
  const key = { public_key: vector("public key") };
  for (const keys of [[{ ...key, revoked_at: "2999-01-01T00:00:00Z" }], [{ ...key, revoked_at: "2026-11-22T18:00:00Z" }, key]]) {
    const revoked = await parseKeys({ keys });
    assert.deepEqual(await checkSignature(file, revoked), { state: "open", code: "revoked", params: { key: KEY } });
    assert.deepEqual(await checkSignature(file, revoked, true), { code: "revoked-covered", params: { key: KEY } });
    await refused("forged", checkSignature({ ...file, signature: VECTOR.signature }, revoked, true));
  }
});

test("the verdict on a file signed with a revoked key is not good", () => {
  /** @param {string} code */
  const report = (code) => Object.assign(new Report(), { findings: CHECKS.map((check) => ({ check, state: check === "signed" ? "open" : "good", code: check === "signed" ? code : check, params: { key: KEY }, entry: null })) });
  assert.equal(verdict(report("unsigned")).tone, "good");
  assert.equal(verdict(report("revoked")).tone, "open");
  assert.match(verdict(report("revoked")).text, /revoked/);
});

test("any change to a manifest or a signature is found", async () => {
  const file = await signed(await unpack(STORED));
  for (let at = 0; at < file.signature.length; at += 1) {
    const signature = file.signature.slice();
    signature[at] ^= 1 << (at % 8);
    await refused("forged", checkSignature({ ...file, signature }, KEYS));
  }
  for (const change of [{ head: "0".repeat(64) }, { n: file.manifest.n + 1 }, { match: "0".repeat(32) }, { secret: "0".repeat(64) }, { result: { points: [1, 2], places: [2, 1] } }]) {
    await refused("forged", checkSignature({ ...file, manifest: { ...file.manifest, ...change } }, KEYS));
  }
  await refused("forged", checkSignature({ ...file, signature: VECTOR.signature }, KEYS));
});

test("the id of a key is computed from its bytes", async () => {
  const other = await parseKeys({ keys: [{ key_id: KEY, public_key: "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c" }] });
  assert.equal((await checkSignature(VECTOR, other)).code, "unknown-key");
});

test("a browser without Ed25519 says so, and any other error is raised", async () => {
  const importKey = crypto.subtle.importKey;
  try {
    crypto.subtle.importKey = () => Promise.reject(new DOMException("Unrecognized name.", "NotSupportedError"));
    assert.deepEqual(await checkSignature(VECTOR, KEYS), { state: "open", code: "no-ed25519", params: { key: KEY } });
    crypto.subtle.importKey = () => Promise.reject(new DOMException("Too short.", "DataError"));
    await assert.rejects(checkSignature(VECTOR, KEYS), /Too short/);
  } finally {
    crypto.subtle.importKey = importKey;
  }
});

test("every finding about a signature has a sentence in every language", async () => {
  const codes = ["signed", "unsigned", "unknown-key", "revoked", "revoked-covered", "no-keys", "no-ed25519", "forged"];
  for (const language of LANGUAGES) {
    await setLanguage(language);
    const sentences = codes.map((code) => findingText({ check: "signed", state: "open", code, params: { key: KEY }, entry: null }));
    assert.equal(new Set(sentences).size, codes.length);
    assert.ok(sentences.every((sentence) => !/verify\.|undefined|[{}]/.test(sentence) && sentence.endsWith(".")));
    const report = Object.assign(new Report(), { findings: [{ check: "signed", state: "bad", code: "forged", params: { key: KEY }, entry: null }] });
    assert.match(verdict(report).text, new RegExp(KEY));
  }
  await setLanguage("en");
});
