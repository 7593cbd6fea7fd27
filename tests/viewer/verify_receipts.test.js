/** Heads noted while a match runs: they stay few, and a browser that keeps nothing is no trouble. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { note, receiptText, receipts } from "../../service/viewer/timeline/receipts.js";

/** @returns {any} */
function storage() {
  const kept = new Map();
  return {
    kept,
    getItem: (/** @type {string} */ key) => kept.get(key) ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ value) => kept.set(key, value),
    removeItem: (/** @type {string} */ key) => kept.delete(key),
  };
}

const shown = (/** @type {string} */ id, /** @type {number} */ version) => ({ id, version, head: `head ${version}` });

test("heads of a long match are kept from all its parts", () => {
  const one = storage();
  for (let version = 1; version <= 300; version += 1) note(shown("m", version), one);
  note(shown("m", 300), one);
  note(shown("m", 301), one);
  const versions = receipts("m", one).map(({ version }) => version);
  assert.ok(versions.length > 8 && versions.length <= 24);
  assert.equal(versions.at(-1), 301);
  assert.ok(versions[0] < 60 && versions.some((version) => version > 100 && version < 200));
  assert.ok(receipts("m", one).every(({ version, head }) => head === `head ${version}`));
});

test("the oldest matches give way", () => {
  const one = storage();
  for (let match = 0; match < 80; match += 1) note(shown(`m${match}`, 9), one);
  assert.equal(one.kept.size, 51);
  assert.deepEqual(receipts("m0", one), []);
  assert.equal(receipts("m79", one).length, 1);
});

test("a storage that is full, closed or spoilt is no trouble", () => {
  const full = storage();
  full.setItem = () => {
    throw new Error("full");
  };
  note(shown("m", 1), full);
  note(shown("m", 1), undefined);
  for (const spoilt of ["{", "3", '[null,{"version":"1"}]']) {
    const one = storage();
    one.kept.set("chronik.heads.m", spoilt);
    assert.deepEqual(receipts("m", one), []);
    note(shown("m", 4), one);
    assert.deepEqual(receipts("m", one), [{ version: 4, head: "head 4" }]);
  }
});

test("a receipt is a line for each head, in the order of the match", () => {
  const one = storage();
  for (const version of [9, 4, 12]) note(shown("m", version), one);
  assert.deepEqual(receiptText("m", one).trimEnd().split("\n").map((line) => JSON.parse(line)), [4, 9, 12].map((version) => ({ match: "m", version, head: `head ${version}` })));
  assert.equal(receiptText("other", one), "");
});
