/** Components that are loaded when they are first drawn, along with their module, texts and style sheets. */

import { html, useEffect, useState } from "../dom.js";
import { fileAddress } from "./file_address.js";
import { loadAreas, t } from "../words/words.js";

/** Milliseconds before a failed load is retried, at first and at most. */
const PAUSE = 1000;
const LONGEST = 30_000;

/** Returns a component that stands in for one that is not loaded yet. If loading fails, it shows a notice and keeps retrying.
 * @param {() => Promise<any>} load loads the module and returns the component
 * @param {{words?: string[], styles?: string[]}} [needs] text areas, and paths of style sheets
 * @returns {any}
 */
export function lazy(load, { words = [], styles = [] } = {}) {
  /** @type {any} */
  let Part = null;
  return function Lazy(/** @type {any} */ props) {
    const [, setHere] = useState(Part !== null);
    const [failed, setFailed] = useState(false);
    useEffect(() => {
      if (Part) return;
      let [timer, pause] = [0, PAUSE];
      const ask = () =>
        Promise.all([load(), loadAreas(...words), ...styles.map(loadStyles)]).then(
          ([part]) => {
            Part = part;
            setHere(true);
          },
          () => {
            setFailed(true);
            timer = /** @type {any} */ (setTimeout(ask, pause));
            pause = Math.min(LONGEST, 2 * pause);
          },
        );
      void ask();
      return () => clearTimeout(timer);
    }, []);
    if (Part) return html`<${Part} ...${props} />`;
    return failed && html`<p class="notice bad row" role="alert"><span>${t("common.unreachable")}</span><button type="button" onClick=${reloadPage}>${t("common.again")}</button></p>`;
  };
}

/** After an upgrade, only a reloaded page knows the addresses of its modules. */
const reloadPage = () => location.reload();

/** Adds a style sheet to the page once, and waits until it is loaded.
 * @param {string} path relative to the pages' folder
 * @returns {Promise<void>} rejects if the style sheet cannot be loaded
 */
export function loadStyles(path) {
  if (document.querySelector(`link[data-holds~="${path}"]`)) return Promise.resolve();
  const loading = sheets.get(path) ?? addSheet(path);
  sheets.set(path, loading);
  return loading;
}

/** The style sheets that were added to the page, by path. @type {Map<string, Promise<void>>} */
const sheets = new Map();

/** @param {string} path @returns {Promise<void>} */
const addSheet = (path) =>
  new Promise((done, failed) => {
    const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href: fileAddress(path) });
    link.onload = () => done();
    link.onerror = () => {
      link.remove();
      sheets.delete(path);
      failed(new Error(path));
    };
    document.head.append(link);
  });
