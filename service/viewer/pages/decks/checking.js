/** What the rules say of a list, asked again whenever it changes; what they said of another list is never shown. */

import { useEffect, useState } from "../../dom.js";
import { post } from "../../api/api.js";
import { useLanguage } from "../../words/words.js";

/** @typedef {import("../../types.d.ts").DeckChecked} DeckChecked */

const PAUSE = 150;

/** What the service says of a list in any spelling.
 * @param {string} game @param {string} deck @param {string} language @param {AbortSignal} [signal]
 * @returns {Promise<DeckChecked>}
 */
export const checked = (game, deck, language, signal) => post(`/${game}/decks/check`, { deck }, { query: { language }, signal });

/** The judgement of a list as it is now; null while it is awaited.
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
      checked(game, deck, language, gone.signal).then(
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
