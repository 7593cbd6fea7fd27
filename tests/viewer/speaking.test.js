/** Changing the language while more of the page loads. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { language, loadWords, setLanguage, t } from "../../service/viewer/words/words.js";

// `setLanguage` marks the page with its language, so a stub stands in for the page.
Object.assign(globalThis, { document: { documentElement: {} } });

test("words that are loading while the language changes are in the new language too", async () => {
  let open = () => {};
  const slow = new Promise((/** @type {(_: void) => void} */ done) => (open = done));
  await setLanguage("en");
  await loadWords(async (wanted) => {
    if (wanted === "de") await slow;
    return { early: `early ${wanted}` };
  });
  const spoken = setLanguage("de");
  await loadWords(async (wanted) => ({ late: `late ${wanted}` }));
  assert.equal(t("late"), "late en");
  open();
  await spoken;
  assert.equal(language(), "de");
  assert.deepEqual([t("early"), t("late")], ["early de", "late de"]);
});
