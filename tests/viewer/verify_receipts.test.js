/** Heads noted while a match runs: they stay few, and a browser that keeps nothing is no trouble. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { saveReceipt, receiptText, receiptsOf } from "../../service/viewer/timeline/receipts.js";

/** A browser whose storage has nothing in it.
 * @returns {any} the storage
 */
function storage() {
  const kept = new Map();
  const localStorage = {
    kept,
    getItem: (/** @type {string} */ key) => kept.get(key) ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ value) => kept.set(key, value),
    removeItem: (/** @type {string} */ key) => kept.delete(key),
  };
  Object.defineProperty(globalThis, "localStorage", { value: localStorage, configurable: true, writable: true });
  return localStorage;
}

const shown = (/** @type {string} */ id, /** @type {number} */ version) => ({ id, version, head: `head ${version}` });

test("heads from all parts of a long match are kept", () => {
  const one = storage();
  for (let version = 1; version <= 300; version += 1) saveReceipt(shown("m", version));
  saveReceipt(shown("m", 300));
  saveReceipt(shown("m", 301));
  const versions = receiptsOf("m").map(({ version }) => version);
  assert.ok(versions.length > 8 && versions.length <= 24);
  assert.equal(versions.at(-1), 301);
  assert.ok(versions[0] < 60 && versions.some((version) => version > 100 && version < 200));
  assert.ok(receiptsOf("m").every(({ version, head }) => head === `head ${version}`));
});

test("the heads of the oldest matches are dropped first", () => {
  const one = storage();
  for (let match = 0; match < 80; match += 1) saveReceipt(shown(`m${match}`, 9));
  assert.equal(one.kept.size, 51);
  assert.deepEqual(receiptsOf("m0"), []);
  assert.equal(receiptsOf("m79").length, 1);
});

test("a storage that is full, closed or corrupted causes no error", () => {
  storage().setItem = () => {
    throw new Error("full");
  };
  saveReceipt(shown("full", 1));
  Object.defineProperty(globalThis, "localStorage", { get: () => assert.fail("closed"), configurable: true });
  saveReceipt(shown("closed", 2));
  assert.deepEqual([receiptsOf("full"), receiptsOf("closed")], [[{ version: 1, head: "head 1" }], [{ version: 2, head: "head 2" }]]);
  for (const spoilt of ["{", "3", '[null,{"version":"1"}]']) {
    const one = storage();
    one.kept.set("chronik.heads.m", spoilt);
    assert.deepEqual(receiptsOf("m"), []);
    saveReceipt(shown("m", 4));
    assert.deepEqual(receiptsOf("m"), [{ version: 4, head: "head 4" }]);
  }
});

test("a receipt is a line for each head, in the order of the match", () => {
  const one = storage();
  for (const version of [9, 4, 12]) saveReceipt(shown("m", version));
  assert.deepEqual(receiptText("m").trimEnd().split("\n").map((line) => JSON.parse(line)), [4, 9, 12].map((version) => ({ match: "m", version, head: `head ${version}` })));
  assert.equal(receiptText("other"), "");
});
