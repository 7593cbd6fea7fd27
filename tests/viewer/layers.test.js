/** The house of the pages: who may import whom, no circles, and nothing exported that nobody takes. */

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

/** Rooms from below: a module imports from its own room and from those before it. The longest name that fits counts. */
const ROOMS = [
  "vendor",
  "dom.js",
  "storage.js",
  "words",
  "api",
  "ui",
  "timeline",
  "account",
  "forms",
  "asking",
  "games",
  "games/games.js",
  "games/decks.js",
  "pages",
  "pages/people",
  "pages/decks",
  "pages/verify",
  "pages/replay",
  "pages/match",
  "pages/tournament",
  "pages/tournaments",
  "pages/lobby",
  "main.js",
];

/** What is imported by a name that is put together while the pages run. */
const CHOSEN = /^games\/\w+\/(?:game|deck|specimens)\.js$/;

const VIEWER = fileURLToPath(new URL("../../service/viewer/", import.meta.url));
const TESTS = fileURLToPath(new URL(".", import.meta.url));

const STATIC = /^(?:import|export) (?:(?:\{([^}]*)\}|[\w*]+(?: as \w+)?) from )?"(\.[^"]+)"/gm;
const LATER = /\bimport\("(\.[^"]+)"\)/g;
const EXPORTED = /^export (?:async )?(?:const|let|class|function\*?) (\w+)/gm;

/** What a module imports, and the names that it exports. What it names in a type counts as imported, but loads nothing.
 * @typedef {{text: string, loads: Map<string, string[]>, names: Set<string>, gives: string[]}} Module
 */

/** @param {string} path @returns {Module} */
function moduleOf(path) {
  const text = readFileSync(path, "utf-8");
  const file = (/** @type {string} */ from) => relative(VIEWER, join(dirname(path), from));
  const taken = (/** @type {string} */ names = "") => names.split(",").map((one) => one.trim().split(" as ")[0]);
  const loads = new Map([...text.matchAll(STATIC)].map(([, names, from]) => [file(from), taken(names)]));
  const names = new Set([...text.matchAll(LATER)].map(([, from]) => file(from)));
  return { text, loads, names, gives: [...text.matchAll(EXPORTED)].map(([, name]) => name) };
}

/** @param {string} folder */
const sources = (folder) => readdirSync(folder, { recursive: true, encoding: "utf-8" })
    .filter((one) => one.endsWith(".js") && !/^(vendor|node_modules)\//.test(one));

/** @type {Map<string, Module>} */
const modules = new Map(sources(VIEWER).map((file) => [file, moduleOf(join(VIEWER, file))]));
const imports = [...modules].flatMap(([file, { loads, names }]) => [...loads.keys(), ...names].filter((other) => other !== "types.d.ts").map((other) => ({ file, other })));

/** How high the room of a module lies, -1 where it is in none.
 * @param {string} file
 */
const floor = (file) => ROOMS.reduce((found, room, at) => (file === room || file.startsWith(`${room}/`)) && room.length > (ROOMS[found]?.length ?? 0) ? at : found, -1);

test("every module is in a room, and imports downwards", () => {
  assert.deepEqual([...modules.keys()].filter((file) => floor(file) < 0), []);
  assert.deepEqual(imports.filter(({ file, other }) => floor(other) > floor(file)), []);
});

test("every import leads to a file", () => {
  assert.deepEqual(imports.filter(({ other }) => !other.startsWith("vendor/") && !modules.has(other)), []);
});

test("no game knows another", () => {
  const game = (/** @type {string} */ file) => /^games\/(\w+)\//.exec(file)?.[1];
  assert.deepEqual(imports.filter(({ file, other }) => game(file) && game(other) && game(file) !== game(other)), []);
});

test("no modules load each other in a circle", () => {
  const done = new Set();
  /** @param {string} file @param {string[]} path */
  const walk = (file, path) => {
    assert.ok(!path.includes(file), `a circle: ${[...path.slice(path.indexOf(file)), file].join(" → ")}`);
    if (done.has(file)) return;
    for (const other of modules.get(file)?.loads.keys() ?? []) walk(other, [...path, file]);
    done.add(file);
  };
  for (const file of modules.keys()) walk(file, []);
});

test("whatever is exported is taken by another module, or looked at by a test", () => {
  const readers = [...modules.values(), ...sources(TESTS).map((file) => moduleOf(join(TESTS, file)))];
  const taken = (/** @type {string} */ file, /** @type {string} */ name) =>
    readers.some(({ text, loads, names }) => loads.get(file)?.includes(name) || (names.has(file) && new RegExp(`\\b${name}\\b`).test(text)));
  const unused = [...modules].flatMap(([file, { gives }]) => gives.filter((name) => !CHOSEN.test(file) && !taken(file, name)).map((name) => `${file}: ${name}`));
  assert.deepEqual(unused, []);
});
