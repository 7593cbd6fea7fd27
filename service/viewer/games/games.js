/** The games. Each has a folder with `game.js`, `style.css` and `words/`, and other modules know nothing more about it. */

import { fileAddress } from "../ui/file_address.js";
import { loadStyles } from "../ui/lazy.js";
import { read } from "../api/api.js";
import { loadWords } from "../words/words.js";

/** @typedef {import("../types.d.ts").Game} Game */
/** @typedef {import("../types.d.ts").GameSummary} GameSummary */

/** @type {Map<string, Promise<{game: Game, box: GameSummary}>>} */
const loaded = new Map();

/** Returns a game and the contents of its box; loaded once.
 * @param {string} name
 * @returns {Promise<{game: Game, box: GameSummary}>}
 */
export function load(name) {
  if (!/^[a-z][a-z_]*$/.test(name)) throw new Error("no such game");
  let wanted = loaded.get(name);
  if (!wanted) {
    wanted = opened(name);
    wanted.catch(() => loaded.delete(name));
    loaded.set(name, wanted);
  }
  return wanted;
}

/** Loads all parts of a game at the same time, by the file names that every game uses, with printed names in the user's language.
 * @param {string} name
 */
async function opened(name) {
  preload(name);
  const words = (/** @type {string} */ language) => import(`./${name}/words/${language}.js`).then((module) => module.default);
  /** @type {any} */
  let box = null;
  const names = async (/** @type {string} */ language) => {
    const told = await read(`/games/${name}`, { language });
    box ??= told;
    Object.assign(box.components.names, told.components.names);
    return {};
  };
  const [{ game }] = await Promise.all([import(`./${name}/game.js`), loadWords(names), loadWords(words), loadStyles(`games/${name}/style.css`)]);
  return { game, box };
}

/** Preloads all files of one of the page's lists at once, so that none waits for the module that needs it.
 * @param {string} list a game's name, or a game's name and `-live` for what a running match also needs
 */
export function preload(list) {
  const files = JSON.parse(document.getElementById("games")?.textContent || "{}");
  for (const path of files[list] ?? []) {
    if (path.endsWith(".css")) loadStyles(path).catch(() => {}); // whoever needs it asks again
    else document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href: fileAddress(path) }));
  }
}
