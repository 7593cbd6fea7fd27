/** The form for a tournament: contradictions cannot be chosen, and invalid values are reported at their fields. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { clockFault, NO_CLOCK } from "../../service/viewer/forms/clock_draft.js";
import { planFaults } from "../../service/viewer/pages/tournaments/faults.js";
import { decksChoices, stageDraft } from "../../service/viewer/pages/tournaments/plans.js";
import { loadAreas } from "../../service/viewer/words/words.js";

await loadAreas("common", "tournaments");

const ABOUT = { title: "Cup", capacity: "", prizes: "1" };
const at = (/** @type {Record<string, string>} */ faults) => Object.keys(faults);

test("lists can be sealed exactly when seats bring lists", () => {
  assert.deepEqual(decksChoices(false, false), ["none"]);
  assert.deepEqual(decksChoices(false, true), ["none"]);
  assert.deepEqual(decksChoices(true, false), ["after", "table", "closed"]);
  assert.deepEqual(decksChoices(true, true), ["none", "after", "table", "closed"]);
});

test("a common plan has no faults, and a missing title is reported only when the form is sent", () => {
  const stages = [stageDraft({}), stageDraft({ method: "elimination", cut: "4" })];
  assert.deepEqual(planFaults(ABOUT, stages, NO_CLOCK, true), {});
  assert.deepEqual(planFaults({ ...ABOUT, title: "" }, stages, NO_CLOCK, false), {});
  assert.deepEqual(at(planFaults({ ...ABOUT, title: "" }, stages, NO_CLOCK, true)), ["$.title"]);
  assert.deepEqual(at(planFaults({ ...ABOUT, title: "  " }, stages, NO_CLOCK, false)), ["$.title"]);
});

test("numbers outside their limits are reported at their fields", () => {
  assert.deepEqual(at(planFaults({ ...ABOUT, capacity: "1025", prizes: "2.5" }, [stageDraft({})], null, false)), ["$.capacity", "$.prizes"]);
  const wrong = [stageDraft({ rounds: "31", groups: "0" }), stageDraft({ method: "elimination", cut: "1", advance: "4" })];
  assert.deepEqual(at(planFaults(ABOUT, wrong, null, false)), ["$.stages[0].rounds", "$.stages[0].groups", "$.stages[1].advance", "$.stages[1].cut"]);
});

test("a field that the chosen method does not use is never reported as wrong", () => {
  assert.deepEqual(planFaults(ABOUT, [stageDraft({ method: "elimination", rounds: "", groups: "" })], null, false), {});
  assert.deepEqual(planFaults(ABOUT, [stageDraft({ method: "round-robin", rounds: "", cut: "1", advance: "9" })], null, false), {});
});

test("a cut takes the same number from each group", () => {
  const cut = (/** @type {string} */ number) => planFaults(ABOUT, [stageDraft({ groups: "2" }), stageDraft({ method: "elimination", cut: number })], null, false);
  assert.deepEqual(cut("4"), {});
  assert.deepEqual(cut("3"), { "$.stages[1].cut": "A multiple of 2: the same number from each group of the previous stage." });
});

test("a clock needs a time, and has an increment only with a time for the match", () => {
  const on = { ...NO_CLOCK, on: true };
  assert.equal(clockFault({ ...NO_CLOCK, command: "", match: "", increment: "x" }), "");
  assert.equal(clockFault(on), "");
  for (const wrong of [{ command: "", match: "" }, { match: "", increment: "5" }, { command: "-1" }, { command: "2.5" }, { match: "-3" }]) {
    assert.notEqual(clockFault({ ...on, ...wrong }), "", JSON.stringify(wrong));
  }
  assert.deepEqual(at(planFaults(ABOUT, [stageDraft({})], { ...on, command: "", match: "" }, false)), ["$.clock"]);
});
