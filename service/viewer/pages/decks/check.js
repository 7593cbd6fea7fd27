/** Checks a deck list against the rules whenever it changes. A result is shown only for the list that it belongs to. */

import { useEffect, useState } from "../../dom.js";
import { post } from "../../api/api.js";
import { useLanguage } from "../../words/words.js";

/** @typedef {import("../../types.d.ts").DeckChecked} DeckChecked */

const PAUSE = 150;
/** Milliseconds between a change and its check. */

/** Checks a list in any accepted format.
 * @param {string} game @param {string} deck @param {string} language @param {AbortSignal} [signal]
 * @returns {Promise<DeckChecked>}
 */
export const checkList = (game, deck, language, signal) => post(`/${game}/decks/check`, { deck }, { query: { language }, signal });

/** Returns the check of the current list; `found` is null while the check is running.
 * @param {string} game @param {string} deck
 * @returns {{found: DeckChecked | null, trouble: unknown}}
 */
export function useCheck(game, deck) {
  const language = useLanguage();
  const asked = `${language} ${deck}`;
  const [told, setTold] = useState({ of: "", found: /** @type {DeckChecked | null} */ (null), trouble: /** @type {unknown} */ (null) });
  useEffect(() => {
    const gone = new AbortController();
    const timer = setTimeout(() => {
      checkList(game, deck, language, gone.signal).then(
        (found) => setTold({ of: asked, found, trouble: null }),
        (trouble) => gone.signal.aborted || setTold({ of: asked, found: null, trouble }),
      );
    }, PAUSE);
    return () => {
      clearTimeout(timer);
      gone.abort();
    };
  }, [asked]);
  return told.of === asked ? told : { found: null, trouble: null };
}
