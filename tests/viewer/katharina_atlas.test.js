/** The map of Katharina: names are beside their cities, hide nothing, and regions are named inside their own land. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { SHEETS, atlas, overlap, textWidth } from "../../service/viewer/games/katharina/atlas.js";

const components = JSON.parse(readFileSync(new URL("katharina_components.json", import.meta.url), "utf8"));
const NARROWEST = SHEETS[0];

/** @param {string} language @param {[width: number, height: number]} size @param {number} [seats] */
function drawn(language, [width, height], seats = 4) {
  const names = components.names[language];
  return atlas(components, { city: (id) => names.city[id], region: (colour) => names.colour[colour] }, { width, height, seats });
}

/** @param {{x: number, y: number}} at @param {number} radius */
const around = ({ x, y }, radius) => ({ left: x - radius, right: x + radius, top: y - radius, bottom: y + radius });

for (const language of ["en", "de", "nl"]) {
  test(`every city has its name on the sheet, and no name hides another or a city (${language})`, () => {
    for (const size of SHEETS) {
      const map = drawn(language, size);
      assert.equal(map.places.length, components.cities.length);
      for (const place of map.places) {
        const { box } = place.label;
        assert.ok(box.left >= 0 && box.top >= 0 && box.right <= map.width && box.bottom <= map.height, `${place.id} at ${size}`);
        for (const other of map.places) {
          if (other === place) continue;
          assert.equal(overlap(box, other.label.box), 0, `${place.id} and ${other.id} at ${size}`);
          assert.equal(overlap(box, around(other, map.radius)), 0, `${place.id} over ${other.id} at ${size}`);
        }
      }
    }
  });
}

test("a name of a region hides no name of a city, and is left out where there is no room", () => {
  for (const size of SHEETS) {
    const map = drawn("en", size);
    for (const { name } of map.lands) for (const place of map.places) assert.equal(name && name.lines.length ? overlap(name.box, place.label.box) : 0, 0, `${name?.lines} and ${place.id} at ${size}`);
  }
});

test("letters are at least ten pixels tall on the narrowest telephone", () => {
  const map = drawn("en", NARROWEST);
  assert.ok((map.font * 340) / map.width >= 10);
});

test("roads do not cross, on any sheet", () => {
  for (const size of SHEETS) {
    const map = drawn("en", size);
    const at = Object.fromEntries(map.places.map((place) => [place.id, place]));
    for (const [i, one] of map.roads.entries()) {
      for (const other of map.roads.slice(i + 1)) {
        if ([one.from, one.to].some((id) => id === other.from || id === other.to)) continue;
        assert.ok(!cross(at[one.from], at[one.to], at[other.from], at[other.to]), `${one.from}–${one.to} and ${other.from}–${other.to} at ${size}`);
      }
    }
  }
});

test("there is a place for the residence of every seat at every city", () => {
  for (const seats of [2, 3, 4]) for (const place of drawn("de", NARROWEST, seats).places) assert.equal(place.homes.length, seats);
});

test("other cities than these are drawn just as well", () => {
  const cities = Array.from({ length: 7 }, (_, i) => ({ id: `c${i}`, colour: i % 2 ? "up" : "down", feature: "point", x: (i * 37) % 50, y: (i * 11) % 30 }));
  const other = { cities, roads: /** @type {[string, string][]} */ ([["c0", "c1"], ["c1", "c2"]]), colours: ["up", "down"] };
  const map = atlas(other, { city: (id) => `City of ${id}`, region: (colour) => colour }, { width: 720, height: 575 });
  assert.equal(map.places.length, 7);
  assert.ok(map.lands.every(({ path }) => path.startsWith("M") && !path.includes("NaN")));
  assert.ok(map.places.every(({ x, y }) => x >= 0 && x <= map.width && y >= 0 && y <= map.height));
});

test("wide letters take more room than thin ones", () => assert.ok(textWidth("mmm", 10) > textWidth("iii", 10)));

/** @typedef {{x: number, y: number}} Point */

/** @param {Point} a @param {Point} b @param {Point} c @param {Point} d */
function cross(a, b, c, d) {
  const side = (/** @type {Point} */ p, /** @type {Point} */ q, /** @type {Point} */ r) => Math.sign((q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x));
  return side(a, b, c) !== side(a, b, d) && side(c, d, a) !== side(c, d, b);
}
