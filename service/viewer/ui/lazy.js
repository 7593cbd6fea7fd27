/** Parts of a page that come when they are first drawn: their module, the words they say, the style sheets they wear. */

import { html, useEffect, useState } from "../dom.js";
import { learnAreas, t } from "../words/words.js";

/** How long it is waited before what did not come is asked for again, at first and at most, in milliseconds. */
const PAUSE = 1000;
const LONGEST = 30_000;

/** A component in place of one that is not here yet. Until it is, nothing is drawn; while it does not come, the page says so, and goes on asking.
 * @param {() => Promise<any>} load gives the component
 * @param {{words?: string[], styles?: string[]}} [needs] areas of words, and paths of style sheets
 * @returns {any} a component with the same props
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
        Promise.all([load(), learnAreas(...words), ...styles.map(styled)]).then(
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
    return failed && html`<p class="notice bad row" role="alert"><span>${t("common.unreachable")}</span><button type="button" onClick=${afresh}>${t("common.again")}</button></p>`;
  };
}

/** After an upgrade only the new page knows where its modules are. */
const afresh = () => location.reload();

/** Puts a style sheet on the page, once; answers when it is there.
 * @param {string} path from where all files of the pages are
 * @returns {Promise<void>} fails where it cannot be had
 */
export function styled(path) {
  const { href } = new URL(`../${path}`, import.meta.url);
  if ([...document.styleSheets].some((sheet) => sheet.href === href)) return Promise.resolve();
  return new Promise((done, failed) => {
    const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href });
    link.onload = () => done();
    link.onerror = () => {
      link.remove();
      failed(new Error(href));
    };
    document.head.append(link);
  });
}
