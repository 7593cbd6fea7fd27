/** What the page claims about a file: what it has checked, against what, and nothing more. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { findingText, verdict } from "../../service/viewer/pages/verify/sentences.js";
import { LANGUAGES, loadAreas, setLanguage, t } from "../../service/viewer/words/words.js";

Object.assign(globalThis, { document: { documentElement: {} } });
await loadAreas("common", "verify");

/** @param {number | null} covered */
const said = (covered) => verdict(/** @type {any} */ ({ bad: null, whole: true, archive: { manifest: { n: 90 } }, covered, shuffles: 3 })).text;

test("the verdict on a file that was compared with nothing says so", () => {
  assert.match(said(null), /^The file is intact, and its 90 entries follow from their seed: .* It was not compared with any head recorded elsewhere\.$/);
});

test("the verdict does not claim that a head covers later entries", () => {
  assert.match(said(40), /Up to entry 40 it has the heads that this browser recorded; they do not cover anything later\.$/);
  assert.match(said(90), /It has the head that this browser recorded\.$/);
});

test("in every language the verdict says what the file was compared with and what that proves", async () => {
  for (const language of LANGUAGES) {
    await setLanguage(language);
    assert.equal(new Set([null, 40, 90].map(said)).size, 3);
    assert.ok([null, 40, 90].every((covered) => !/verify\.|undefined|[{}]/.test(said(covered))));
    assert.match(t("common.proves"), /chronik verify.*;.*\.$/);
  }
  await setLanguage("en");
});

test("the seed's finding names the seats that added entropy before and after the service was bound", async () => {
  /** @param {string[]} added */
  const seed = (...added) => findingText(/** @type {any} */ ({ check: "seed", code: "seed", params: { seats: added.length, own: added.filter((one) => one !== "nothing").length, added } }));
  assert.match(seed("before", "after", "after", "nothing"), /Seat 1 added randomness before the service had committed .* Seats 2 and 3 added randomness after .* Seat 4 added no randomness\.$/);
  assert.match(seed("unknown", "unknown"), /Seats 1 and 2 added randomness\. It is not known/);
  assert.match(seed("registered", "registered"), /only the file of the tournament proves it\.$/);
  assert.match(seed("nothing", "nothing"), /no seat added its own randomness\.$/);
  for (const language of LANGUAGES) {
    await setLanguage(language);
    const sentences = ["before", "after", "registered", "unknown"].map((when) => seed(when, "nothing"));
    assert.equal(new Set(sentences).size, 4);
    assert.ok(sentences.every((sentence) => !/verify\.|undefined|[{}|]/.test(sentence) && sentence.endsWith(".")));
  }
  await setLanguage("en");
});

test("a file that could not be checked is not described as broken", async () => {
  for (const language of LANGUAGES) {
    await setLanguage(language);
    const verdicts = ["no-archive", "other-format", "changed-bytes", "bundle"].map((code) => verdict(/** @type {any} */ ({ bad: { check: "file", code, params: { format: "1" } } })).text);
    assert.equal(new Set(verdicts).size, 4);
    assert.ok(verdicts.every((text) => text.startsWith(t("verify.verdict.other", { reason: "" }).trim()) && !/verify\.|undefined|[{}]/.test(text)));
  }
  await setLanguage("en");
});
