/** A second match for comparison, loaded by link or id and shown at the corresponding version, as far as the user may see it. */

import { useEffect, useReducer, useState } from "../../dom.js";
import { chooseViewer } from "../../timeline/viewers.js";
import { correspondingVersion } from "../../timeline/corresponding_version.js";
import { Match } from "../../timeline/match.js";
import { findMoments } from "../../timeline/steps.js";
import { errorText } from "../../ui/error_notice.js";
import { t } from "../../words/words.js";

/** @typedef {import("../../types.d.ts").Game} Game */

/** Returns the second match and a function that loads or removes it.
 * @param {Match} match
 * @param {Game} game
 */
export function useSecondMatch(match, game) {
  const [other, setOther] = useState(/** @type {Match | null} */ (null));
  const [trouble, setTrouble] = useState("");
  const [, redraw] = useReducer((/** @type {number} */ n) => n + 1, 0);
  useEffect(() => {
    if (!other) return;
    const silent = other.listen(() => redraw(0));
    return () => (silent(), other.leave());
  }, [other]);
  /** @param {string} told a link to a match or its id; "" removes the match */
  const beside = async (told) => {
    setTrouble("");
    setOther(null);
    if (told === "") return;
    const id = /[0-9a-f]{32}/.exec(told)?.[0] ?? "";
    if (id === "" || id === match.id) return setTrouble(t("compare.no_match"));
    try {
      const found = await Match.load(id);
      if (found.summary.game !== match.summary.game) return setTrouble(t("compare.other_game"));
      await found.watchAs(chooseViewer(found.summary, found.means.player(), match.viewer));
      setOther(found);
    } catch (error) {
      setTrouble(errorText(error));
    }
  };
  return { other, trouble, beside, at: other && correspondingTo(match, other, game) };
}

/** Returns the version of the second match that corresponds to the cursor of the first.
 * @param {Match} match
 * @param {Match} other
 * @param {Game} game
 */
function correspondingTo(match, other, game) {
  const turns = (/** @type {Match} */ { timeline }) => ({ turns: findMoments(timeline, game).turns, first: timeline.openingVersion(game), last: timeline.last });
  const [here, there] = [turns(match), turns(other)];
  const [from, into] = [match.summary.origin, other.summary.origin];
  const alike = from?.match === other.id ? { own: here.first, other: from.version } : into?.match === match.id ? { own: into.version, other: there.first } : undefined;
  return correspondingVersion(here, there, match.at, alike);
}
