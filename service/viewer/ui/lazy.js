/** Parts of a page that come when they are first drawn: their module, the words they say, the style sheets they wear. */

import { html, useEffect, useState } from "../dom.js";
import { learnAreas, t } from "../words/words.js";

/** A component in place of one that is not here yet. Until it is, nothing is drawn; where it does not come, the page says so.
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
      Promise.all([load(), learnAreas(...words), ...styles.map(styled)]).then(
        ([part]) => {
          Part = part;
          setHere(true);
        },
        () => setFailed(true),
      );
    }, []);
    if (Part) return html`<${Part} ...${props} />`;
    return failed && html`<p class="notice bad row" role="alert"><span>${t("common.unreachable")}</span><button type="button" onClick=${afresh}>${t("common.again")}</button></p>`;
  };
}

/** A module that did not come once is not asked for again; and after an upgrade only the new page knows where it is. */
const afresh = () => location.reload();

/** Puts a style sheet on the page, once; answers when it is there.
 * @param {string} path from where all files of the pages are
 * @returns {Promise<void>}
 */
export function styled(path) {
  const { href } = new URL(`../${path}`, import.meta.url);
  if ([...document.styleSheets].some((sheet) => sheet.href === href)) return Promise.resolve();
  return new Promise((done) => {
    const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href });
    link.onload = link.onerror = () => done();
    document.head.append(link);
  });
}
