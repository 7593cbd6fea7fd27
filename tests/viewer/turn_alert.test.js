/** The alert to a player who is asked: how loud it is, when the browser notifies, and when it asks for permission. */

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { alertUser, setSound, canAskPermission, soundSetting } from "../../service/viewer/ui/turn_alert.js";

/** @type {any} */
const world = globalThis;
/** @type {number[]} how loud each note was */
let notes = [];
/** @type {{title: string, tag: string}[]} */
let told = [];

/** As much of a browser as an alert needs. */
beforeEach(() => {
  notes = [];
  told = [];
  const kept = new Map();
  world.localStorage = { getItem: (/** @type {string} */ key) => kept.get(key) ?? null, setItem: (/** @type {string} */ key, /** @type {string} */ value) => void kept.set(key, value), removeItem: (/** @type {string} */ key) => void kept.delete(key) };
  world.document = { hidden: false, addEventListener: () => {} };
  world.isSecureContext = true;
  world.matchMedia = () => ({ matches: true });
  const node = { connect: (/** @type {any} */ other) => other, start: () => {}, stop: () => {} };
  world.OscillatorNode = function Tone() {
    return node;
  };
  world.GainNode = function Volume() {
    return { ...node, gain: { setValueAtTime: () => {}, linearRampToValueAtTime: (/** @type {number} */ loudness) => void notes.push(loudness), exponentialRampToValueAtTime: () => {} } };
  };
  world.AudioContext = class {
    currentTime = 0;
    resume() {}
  };
  world.Notification = class {
    static permission = "default";
    constructor(/** @type {string} */ title, /** @type {{tag: string}} */ { tag }) {
      told.push({ title, tag });
    }
  };
});

const WORDS = { title: "Your turn", body: "Katharina", tag: "m1" };

test("the alert is soft by default, and can be made louder or switched off", () => {
  assert.equal(soundSetting(), "soft");
  alertUser(WORDS);
  const soft = notes[0];
  setSound("on");
  assert.equal(notes.length, 4);
  assert.ok(notes[2] > soft);
  setSound("off");
  alertUser(WORDS);
  assert.equal(notes.length, 4);
});

test("the browser notifies only with permission and while the tab is hidden", () => {
  alertUser(WORDS);
  world.document.hidden = true;
  alertUser(WORDS);
  assert.deepEqual(told, []);
  world.Notification.permission = "granted";
  alertUser(WORDS);
  assert.deepEqual(told, [{ title: "Your turn", tag: "m1" }]);
  world.document.hidden = false;
  alertUser(WORDS);
  assert.equal(told.length, 1);
});

test("permission is not asked for again after an answer, or in an insecure page", () => {
  assert.equal(canAskPermission(), true);
  world.Notification.permission = "denied";
  assert.equal(canAskPermission(), false);
  world.Notification.permission = "default";
  world.isSecureContext = false;
  assert.equal(canAskPermission(), false);
});
