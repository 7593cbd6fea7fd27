/** The lines that frame a match, in words. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { sentenceOf } from "../../service/viewer/pages/replay/sentences.js";
import { LANGUAGES, loadAreas, setLanguage } from "../../service/viewer/words/words.js";

Object.assign(globalThis, { document: { documentElement: {} } });
await loadAreas("replay");

const RITA = { player: "1".repeat(32), name: "Rita" };
const SEATS = ["Ada", "Ben"].map((name, seat) => ({ seat, name, bot: null, mine: false, waiting: false }));
const GAME = { sentence: () => "a line of the game" };
/** @param {any} line @param {any[]} [referees] */
const said = (line, referees = [RITA]) => sentenceOf(line, SEATS, null, GAME, referees);
const look = { key: "inspected", params: { player: RITA.player } };

test("a referee who inspected the match is named", () => {
  assert.equal(said(look), "Rita (referee) looks at everything.");
  assert.equal(said(look, []), "A referee looks at everything.");
  assert.equal(said(look, [{ player: RITA.player }]), "A referee looks at everything.", "somebody who was erased");
});

test("everything a referee does is signed with the name, in every language", async () => {
  const params = { player: RITA.player, seconds: 60 };
  const keys = [look, { key: "match-paused", params }, { key: "match-resumed", params }, { key: "extended", seat: 0, params }, { key: "extended", params }, { key: "ruled", params }];
  for (const language of LANGUAGES) {
    await setLanguage(language);
    for (const line of keys) assert.match(said(line), /^Rita \(.+\) .+\.$/);
  }
  await setLanguage("en");
});
