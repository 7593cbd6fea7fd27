/** The plan of the island: everything is where its neighbours say it is. */

import assert from "node:assert";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { SIDE, between, course, planOf } from "../../service/viewer/games/cities_knights/island/geometry.js";

const { components } = JSON.parse(readFileSync(new URL("cities_knights_views.json", import.meta.url), "utf8"));
const plan = planOf(components);

/** @typedef {{x: number, y: number}} Point */
const far = (/** @type {Point} */ one, /** @type {Point} */ other) => Math.hypot(one.x - other.x, one.y - other.y);
const near = (/** @type {number} */ found, /** @type {number} */ wanted) => assert.ok(Math.abs(found - wanted) < 0.3, `${found} is not ${wanted}`);

test("the corners of a hex lie around it, north first and clockwise", () => {
  components.hexes.forEach((/** @type {any} */ hex, /** @type {number} */ number) => {
    const [cx, cy] = [plan.hexes[number].x, plan.hexes[number].y];
    hex.corners.forEach((/** @type {number} */ corner, /** @type {number} */ i) => {
      const { x, y } = plan.corners[corner];
      near(x - cx, SIDE * Math.sin((i * Math.PI) / 3));
      near(y - cy, -SIDE * Math.cos((i * Math.PI) / 3));
    });
  });
});

test("an edge is as long as a side of a hex, and lies between its two corners", () => {
  for (const edge of plan.edges) {
    near(far(edge.from, edge.to), SIDE);
    near(far(edge, edge.from), SIDE / 2);
    assert.ok([-90, -30, 30, 90, 150, -150].includes(edge.angle), String(edge.angle));
  }
});

test("harbors lie in the sea, opposite the middle of their coast, and everything fits on the sheet", () => {
  for (const harbor of plan.harbors) {
    near(far(harbor, harbor.ends[0]), far(harbor, harbor.ends[1]));
    assert.ok(Math.min(...plan.hexes.map((hex) => far(hex, harbor))) > SIDE, "at sea");
  }
  for (const { x, y } of [...plan.corners, ...plan.harbors]) assert.ok(x > 15 && y > 15 && x < plan.width - 15 && y < plan.height - 15);
});

test("no two places are at the same point", () => {
  for (const places of [plan.hexes, plan.corners, plan.edges, plan.harbors]) {
    assert.strictEqual(new Set(places.map(({ x, y }) => `${x} ${y}`)).size, places.length);
  }
});

test("the plan of a board is computed only once", () => assert.strictEqual(planOf(components), plan));

test("a road does not reach all the way to its corners", () => assert.strictEqual(between({ x: 0, y: 0 }, { x: SIDE, y: 0 }, 10), "M10 0L50 0"));

test("the barbarians approach from the sea in even steps, clear of land and harbors, and end at the coast", () => {
  const places = course(plan, components.barbarian_steps);
  assert.strictEqual(places.length, components.barbarian_steps + 1);
  for (const place of places) {
    assert.ok(Math.min(...plan.harbors.map((harbor) => far(harbor, place))) > 30, "clear of harbors");
    assert.ok(Math.min(...plan.hexes.map((hex) => far(hex, place))) > SIDE * 1.2, "at sea");
    assert.ok(place.x < plan.width - 15 && place.y < plan.height - 15);
  }
  assert.ok(Math.min(...plan.corners.map((corner) => far(corner, places[components.barbarian_steps]))) < SIDE, "ashore");
});
