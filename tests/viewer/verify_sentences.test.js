/** What the page claims of a file: what it has shown, against what, and nothing more. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { verdict } from "../../service/viewer/pages/verify/sentences.js";
import { LANGUAGES, learnAreas, speak, t } from "../../service/viewer/words/words.js";

Object.assign(globalThis, { document: { documentElement: {} } });
await learnAreas("common", "verify");

/** @param {number | null} covered */
const said = (covered) => verdict(/** @type {any} */ ({ bad: null, whole: true, archive: { manifest: { n: 90 } }, covered, shuffles: 3 })).text;

test("a file that was compared with nothing is not said to be what was played", () => {
  assert.match(said(null), /^The file is whole, and its 90 entries follow their seed: .* It was compared with no head from elsewhere\.$/);
});

test("a head claims nothing of what came after it", () => {
  assert.match(said(40), /Up to entry 40 the heads that this browser kept are its own; they cover nothing later\.$/);
  assert.match(said(90), /The head that this browser kept is its own\.$/);
});

test("every language says against what, and what that proves", async () => {
  for (const language of LANGUAGES) {
    await speak(language);
    assert.equal(new Set([null, 40, 90].map(said)).size, 3);
    assert.ok([null, 40, 90].every((covered) => !/verify\.|undefined|[{}]/.test(said(covered))));
    assert.match(t("common.proves"), /chronik verify.*;.*\.$/);
  }
  await speak("en");
});
