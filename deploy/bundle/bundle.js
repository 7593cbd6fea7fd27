/** Joins the pages' modules into a few files, in service/viewer/bundle/, and shortens their style sheets. A page then needs a fifth of the requests.
 *
 * `make bundle` runs it. Wheels and sdists built afterwards contain the files; without them, the service sends the
 * modules one by one.
 */

import { createHash } from "node:crypto";
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";
import dynamicImportVars from "@rollup/plugin-dynamic-import-vars";
import { transform } from "esbuild";
import { rollup } from "rollup";

const VIEWER = fileURLToPath(new URL("../../service/viewer/", import.meta.url));
const FOLDER = "bundle";
const MAIN = "main.js";
/** Text areas of a page that are always used together, and so share a file. @type {Record<string, string>} */
const TOGETHER = { match: "match", replay: "match", playing: "match", since: "match", hints: "match" };
/** Modules that a table loads on demand, but nearly always. */
const LIVE = ["match/waiting", "match/since", "match/turn_alert", "replay/hint", "replay/animations"].map((name) => `pages/${name}.js`);

const list = (/** @type {string} */ pattern) => globSync(pattern, { cwd: VIEWER }).map((path) => path.split(sep).join("/")).sort();
const sheets = list("**/*.css").filter((path) => !path.startsWith(`${FOLDER}/`));
const scripts = list("**/*.js").filter((path) => !path.startsWith(`${FOLDER}/`));
/** The page of a problem is missing here, because it needs two small modules. */
const pages = scripts.filter((path) => /^pages\/(?!problem\/).*page\.js$/.test(path));
const games = scripts.filter((path) => /^games\/\w+\/game\.js$/.test(path));
const choices = games.map((path) => path.replace("game.js", "choice/choice.js"));

/** Returns the paths of some modules and of all that they import, directly or not, but not of those loaded on demand.
 * @param {string[]} starts
 * @param {import("rollup").GetModuleInfo} info
 */
function reach(starts, info) {
  const found = new Set();
  const ahead = [...starts];
  while (ahead.length) {
    const path = /** @type {string} */ (ahead.pop());
    if (found.has(path)) continue;
    found.add(path);
    ahead.push(...(info(join(VIEWER, path))?.importedIds ?? []).map(pathOf));
  }
  return found;
}

const pathOf = (/** @type {string} */ id) => relative(VIEWER, id).split(sep).join("/");

/** Returns the groups of modules that load together: the name of each group, and of the file for what several of a kind need.
 * The parts of the card game that show a duel are loaded at every table of it, so they join its other modules.
 * @returns {{name: string, common: string, starts: string[]}[]}
 */
function groups() {
  const names = games.map((game) => game.split("/")[1]);
  return [
    ...pages.map((page) => ({ name: page.split("/").at(-2) ?? "", common: "shared", starts: [page] })),
    ...names.map((game) => ({ name: game, common: "shared", starts: ["game.js", "duel.js"].map((path) => `games/${game}/${path}`) })),
    { name: "live", common: "live", starts: LIVE },
    ...names.map((game) => ({ name: `${game}-live`, common: "live", starts: ["choice/choice.js", "moving.js", "scenes/scenes.js"].map((path) => `games/${game}/${path}`) })),
  ];
}

/** Returns a function that names the file for a module; undefined leaves the choice to Rollup.
 * @param {import("rollup").GetModuleInfo} info
 */
function chooseFiles(info) {
  const main = reach([MAIN], info);
  const parts = groups().map((group) => ({ ...group, paths: reach(group.starts, info) }));
  return (/** @type {string} */ path) => {
    const [, game, language, area] = /^(?:games\/(\w+)\/)?words\/([a-z]{2})(?:[_/](\w+))?\.js$/.exec(path) ?? [];
    if (language) return game ? `${game}-${language}` : `${TOGETHER[area] ?? area}-${language}`;
    if (main.has(path)) return "main";
    const users = parts.filter(({ paths }) => paths.has(path));
    const foreign = users.some(({ name }) => name !== users[0].name && name !== `${users[0].name}-live`);
    if (!foreign) return users[0]?.name;
    // What the first screen shares costs it no request of its own, and tables load nothing that only other pages share.
    const lobby = users.some(({ name }) => name === "lobby");
    const table = users.find(({ name, common }) => name === "match" || common === "live" || games.includes(`games/${name}/game.js`));
    return table ? (lobby ? "main" : users[0].common) : lobby ? "lobby" : "side";
  };
}

let chosen = /** @type {((path: string) => string | undefined) | null} */ (null);
const build = await rollup({
  input: { main: join(VIEWER, MAIN) },
  plugins: [dynamicImportVars({ errorWhenNoFilesFound: true })],
  logLevel: "warn",
  onwarn: (warning) => {
    throw new Error(warning.message);
  },
});
const { output } = await build.generate({
  format: "es",
  entryFileNames: "[name].js",
  chunkFileNames: "[name]-[hash].js",
  hoistTransitiveImports: false,
  manualChunks: (id, { getModuleInfo }) => (chosen ??= chooseFiles(getModuleInfo))(pathOf(id)),
});
const files = output.filter((file) => file.type === "chunk");

/** Returns a file with all files that it imports, in the order in which they are first needed.
 * @param {string} name
 * @param {Set<string>} [found]
 */
function closure(name, found = new Set()) {
  if (found.has(name)) return found;
  found.add(name);
  for (const next of files.find((file) => file.fileName === name)?.imports ?? []) closure(next, found);
  return found;
}

/** Returns the files that replace a module.
 * @param {string} path
 */
function filesFor(path) {
  const holder = files.find((file) => file.moduleIds.includes(join(VIEWER, path)));
  if (!holder) throw new Error(`${path} is in no file`);
  return [...closure(holder.fileName)].map((name) => `${FOLDER}/${name}`);
}

/** Writes a file of the bundle, and compresses it.
 * @param {string} path below the bundle's folder
 * @param {string} text
 * @param {"js" | "css"} loader
 */
async function write(path, text, loader) {
  const { code } = await transform(text, { loader, minify: true, target: "es2022", ...(loader === "js" && { format: "esm" }) });
  mkdirSync(dirname(join(VIEWER, FOLDER, path)), { recursive: true });
  writeFileSync(join(VIEWER, FOLDER, path), code);
  writeFileSync(join(VIEWER, FOLDER, `${path}.br`), brotliCompressSync(code));
}

const sources = createHash("sha256");
for (const path of [...scripts, ...sheets].sort()) sources.update(`${path}\0`).update(readFileSync(join(VIEWER, path))).update("\0");
rmSync(join(VIEWER, FOLDER), { recursive: true, force: true });
for (const { fileName, code } of files) await write(fileName, code, "js");
for (const path of sheets) await write(path, readFileSync(join(VIEWER, path), "utf-8"), "css");
const modules = Object.fromEntries([MAIN, ...pages, ...games, ...choices].map((path) => [path, filesFor(path)]));
writeFileSync(join(VIEWER, FOLDER, "manifest.json"), `${JSON.stringify({ sources: sources.digest("hex"), modules })}\n`);
console.log(`${scripts.length} modules are in ${files.length} files`);
