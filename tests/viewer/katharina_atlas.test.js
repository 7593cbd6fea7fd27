/** The map of Katharina: names are beside their cities and hide nothing, and regions are named inside their own land. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { SHEETS, atlas, overlap, textWidth, titleWidth } from "../../service/viewer/games/katharina/atlas.js";

const components = JSON.parse(readFileSync(new URL("katharina_components.json", import.meta.url), "utf8"));
const NARROWEST = SHEETS[0];

/** @type {Map<string, import("../../service/viewer/games/katharina/atlas.js").Atlas>} */
const made = new Map();

/** @param {string} language @param {[width: number, height: number]} size @param {number} [seats] */
function drawn(language, [width, height], seats = 4) {
  const key = [language, width, height, seats].join();
  const names = components.names[language];
  const map = made.get(key) ?? atlas(components, { city: (id) => names.city[id], region: (colour) => names.colour[colour] }, { width, height, seats });
  made.set(key, map);
  return map;
}

/** @param {{x: number, y: number}} at @param {number} radius */
const around = ({ x, y }, radius) => ({ left: x - radius, right: x + radius, top: y - radius, bottom: y + radius });

for (const language of ["en", "de", "nl"]) {
  test(`every city has its name on the sheet, and no name hides another name or a city (${language})`, () => {
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

for (const language of ["en", "de", "nl"]) {
  test(`the name of a region hides no other name, and is left out if there is no space (${language})`, () => {
    for (const size of SHEETS) {
      const map = drawn(language, size);
      const named = map.lands.flatMap(({ name }) => (name?.lines.length ? [name] : []));
      for (const [i, name] of named.entries()) {
        for (const other of [...map.places.map((place) => place.label), ...named.slice(i + 1)]) assert.equal(overlap(name.box, other.box), 0, `${name.lines} and ${other.lines} at ${size}`);
      }
    }
  });
}

/** Advances of the widest fonts in which a page may be shown, in thousandths: DejaVu Sans Bold for cities, DejaVu Serif Bold for regions. */
const SANS = { 343: "ijl", 348: " \u00a0", 372: "IJ", 380: ".", 415: "-", 478: "t", 493: "r", 582: "z", 593: "c", 595: "s", 652: "vy", 665: "k", 675: "a", 678: "e", 682: "T", 687: "o", 712: "hnu", 716: "bdg", 720: "S", 724: "Y", 733: "P", 734: "C", 770: "R", 774: "A", 775: "K", 837: "N", 850: "O", 924: "w", 995: "M", 1042: "m" };
const SERIF = { 348: " ,", 468: "I", 703: "L", 722: "S", 730: "Z", 744: "T", 762: "EË", 776: "AV", 796: "C", 831: "R", 845: "B", 854: "G", 867: "D", 871: "O", 872: "UÜ", 914: "N", 945: "H", 1107: "M", 1123: "W" };

/** @param {Record<number, string>} advances @param {string} text */
const advance = (advances, text) => [...text].reduce((sum, sign) => sum + Number(Object.entries(advances).find(([, signs]) => signs.includes(sign))?.[0]) / 1000, 0);

test("a name has enough space even in a wide font", () => {
  for (const size of SHEETS) {
    for (const language of ["en", "de", "nl"]) {
      const { font, places, lands } = drawn(language, size);
      for (const { label } of places) for (const line of label.lines) assert.ok(advance(SANS, line) * font <= label.box.right - label.box.left, `${line} at ${size}`);
      for (const { name } of lands) for (const line of name?.lines ?? []) assert.ok((advance(SERIF, line.toUpperCase()) + line.length * 0.16) * font * 0.78 <= (name?.box.right ?? 0) - (name?.box.left ?? 0), `${line} at ${size}`);
    }
  }
  for (const names of Object.values(components.names)) {
    for (const /** @type {any} */ name of Object.values(names.city)) assert.ok(advance(SANS, name) <= textWidth(name, 1), name);
    for (const /** @type {any} */ name of Object.values(names.colour)) assert.ok((advance(SERIF, name.toUpperCase()) + name.length * 0.16) * 0.78 <= titleWidth(name, 1), name);
  }
});

test("letters are at least ten pixels tall on the narrowest phone", () => {
  const map = drawn("en", NARROWEST);
  assert.ok((map.font * 340) / map.width >= 10);
});

test("roads do not cross on any sheet", () => {
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

test("every city has a place for a residence of each seat", () => {
  for (const seats of [2, 3, 4]) for (const place of drawn("de", NARROWEST, seats).places) assert.equal(place.homes.length, seats);
});

test("a map with cities from another data set can be drawn too", () => {
  const cities = Array.from({ length: 7 }, (_, i) => ({ id: `c${i}`, colour: i % 2 ? "up" : "down", feature: "point", x: (i * 37) % 50, y: (i * 11) % 30 }));
  const other = { cities, roads: /** @type {[string, string][]} */ ([["c0", "c1"], ["c1", "c2"]]), colours: ["up", "down"] };
  const map = atlas(other, { city: (id) => `City of ${id}`, region: (colour) => colour }, { width: 720, height: 575 });
  assert.equal(map.places.length, 7);
  assert.ok(map.lands.every(({ path }) => path.startsWith("M") && !path.includes("NaN")));
  assert.ok(map.places.every(({ x, y }) => x >= 0 && x <= map.width && y >= 0 && y <= map.height));
});

test("wide letters take more space than thin ones", () => assert.ok(textWidth("mmm", 10) > textWidth("iii", 10)));

/** @typedef {{x: number, y: number}} Point */

/** @param {Point} a @param {Point} b @param {Point} c @param {Point} d */
function cross(a, b, c, d) {
  const side = (/** @type {Point} */ p, /** @type {Point} */ q, /** @type {Point} */ r) => Math.sign((q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x));
  return side(a, b, c) !== side(a, b, d) && side(c, d, a) !== side(c, d, b);
}
