/** The layers of the pages: allowed imports, no circles, and no unused exports. */

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

/** The layers from the bottom up: a module may import from its own layer and from lower ones. The longest matching name counts. */
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
  "pages/tournament",
  "pages/match",
  "pages/tournaments",
  "pages/lobby",
  "main.js",
];

/** Modules that are imported by a name computed at run time. */
const CHOSEN = /^games\/\w+\/(?:game|deck|specimens)\.js$/;

const VIEWER = fileURLToPath(new URL("../../service/viewer/", import.meta.url));
const TESTS = fileURLToPath(new URL(".", import.meta.url));

const STATIC = /^(?:import|export) (?:(?:\{([^}]*)\}|[\w*]+(?: as \w+)?) from )?"(\.[^"]+)"/gm;
const LATER = /\bimport\("(\.[^"]+)"\)/g;
const EXPORTED = /^export (?:async )?(?:const|let|class|function\*?) (\w+)/gm;

/** What a module imports, and the names that it exports. A name used only as a type counts as imported, but loads nothing.
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
    .filter((one) => one.endsWith(".js") && !/^(vendor|node_modules|bundle)\//.test(one));

/** @type {Map<string, Module>} */
const modules = new Map(sources(VIEWER).map((file) => [file, moduleOf(join(VIEWER, file))]));
const imports = [...modules].flatMap(([file, { loads, names }]) => [...loads.keys(), ...names].filter((other) => other !== "types.d.ts").map((other) => ({ file, other })));

/** The number of a module's layer, or -1 if it is in none.
 * @param {string} file
 */
const floor = (file) => ROOMS.reduce((found, room, at) => (file === room || file.startsWith(`${room}/`)) && room.length > (ROOMS[found]?.length ?? 0) ? at : found, -1);

test("every module is in a layer, and imports only from its own or lower layers", () => {
  assert.deepEqual([...modules.keys()].filter((file) => floor(file) < 0), []);
  assert.deepEqual(imports.filter(({ file, other }) => floor(other) > floor(file)), []);
});

test("every import leads to a file", () => {
  assert.deepEqual(imports.filter(({ other }) => !other.startsWith("vendor/") && !modules.has(other)), []);
});

test("no game imports another", () => {
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

test("every export is used by another module or a test", () => {
  const readers = [...modules.values(), ...sources(TESTS).map((file) => moduleOf(join(TESTS, file)))];
  const taken = (/** @type {string} */ file, /** @type {string} */ name) =>
    readers.some(({ text, loads, names }) => loads.get(file)?.includes(name) || (names.has(file) && new RegExp(`\\b${name}\\b`).test(text)));
  const unused = [...modules].flatMap(([file, { gives }]) => gives.filter((name) => !CHOSEN.test(file) && !taken(file, name)).map((name) => `${file}: ${name}`));
  assert.deepEqual(unused, []);
});
