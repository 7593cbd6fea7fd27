/** Offers: challenges to and by a player, and tables at which others wait. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { openOffers, sortSeeks } from "../../service/viewer/pages/lobby/offer_lists.js";
import { personName } from "../../service/viewer/ui/seat_name.js";

test("only open challenges are shown, and received ones are separate from sent ones", () => {
  const made = (/** @type {string} */ id, /** @type {string} */ state, /** @type {string} */ challenger, /** @type {string} */ challenged) => /** @type {any} */ ({ id, state, challenger, challenged });
  const { to, by } = openOffers([made("a", "open", "ann", "bob"), made("b", "declined", "ann", "bob"), made("c", "open", "bob", "ann")], "bob");
  assert.deepEqual([to.map((one) => one.id), by.map((one) => one.id)], [["a"], ["c"]]);
});

test("tables of other players come before the player's own", () => {
  const table = (/** @type {string} */ match, /** @type {string[]} */ ...players) => /** @type {any} */ ({ match, waiting: players.map((player) => ({ player })) });
  assert.deepEqual(sortSeeks([table("1", "ann"), table("2", "bob"), table("3", "eve", "ann")], "ann").map((one) => one.match), ["2", "1", "3"]);
});

test("the name of a bot account says that it is a bot", () => {
  assert.equal(personName({ name: "Ann" }), "Ann");
  assert.equal(personName({ name: "Tin", bot_account: true }), personName({ name: "Tin", bot: true }));
  assert.notEqual(personName({ name: "Tin", bot: true }), "Tin");
});
