/** Another match beside this one: found by its link or its number, read as its reader may see it, and shown at the same moment. */

import { useEffect, useReducer, useState } from "../../dom.js";
import { usualEyes } from "../../timeline/eyes.js";
import { sameMoment } from "../../timeline/alike.js";
import { Match } from "../../timeline/match.js";
import { moments } from "../../timeline/steps.js";
import { troubleText } from "../../ui/trouble.js";
import { t } from "../../words/words.js";

/** @typedef {import("../../types.d.ts").Game} Game */

/** The match that is beside a match, and the way to have one there or none.
 * @param {Match} match
 * @param {Game} game
 */
export function useOther(match, game) {
  const [other, setOther] = useState(/** @type {Match | null} */ (null));
  const [trouble, setTrouble] = useState("");
  const [, redraw] = useReducer((/** @type {number} */ n) => n + 1, 0);
  useEffect(() => {
    if (!other) return;
    const silent = other.listen(() => redraw(0));
    return () => (silent(), other.leave());
  }, [other]);
  /** @param {string} told a link to a match, or its number; none where it goes away */
  const beside = async (told) => {
    setTrouble("");
    setOther(null);
    if (told === "") return;
    const id = /[0-9a-f]{32}/.exec(told)?.[0] ?? "";
    if (id === "" || id === match.id) return setTrouble(t("compare.no_match"));
    try {
      const found = await Match.load(id);
      if (found.summary.game !== match.summary.game) return setTrouble(t("compare.other_game"));
      await found.look(usualEyes(found.summary, found.means.player(), match.viewer));
      setOther(found);
    } catch (error) {
      setTrouble(troubleText(error));
    }
  };
  return { other, trouble, beside, at: other && versionBeside(match, other, game) };
}

/** Where another match stands when this one stands where it is.
 * @param {Match} match
 * @param {Match} other
 * @param {Game} game
 */
function versionBeside(match, other, game) {
  const turns = (/** @type {Match} */ { timeline }) => ({ turns: moments(timeline, game).turns, first: timeline.begin(game), last: timeline.last });
  const [here, there] = [turns(match), turns(other)];
  const [from, into] = [match.summary.origin, other.summary.origin];
  const alike = from?.match === other.id ? { own: here.first, other: from.version } : into?.match === match.id ? { own: into.version, other: there.first } : undefined;
  return sameMoment(here, there, match.at, alike);
}
