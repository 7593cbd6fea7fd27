/** The replay of a match: its state, address, keys, and the dock at the bottom of the window. */

import { html, useEffect, useMemo } from "../../dom.js";
import { lazy } from "../../ui/lazy.js";
import { barPath } from "./address.js";
import { Bar } from "./bar.js";
import { useKeys } from "./keys.js";
import { seatsAt, sentenceOf } from "./sentences.js";
import { Announcer } from "./announcer.js";
import { Stage } from "./stage.js";

const Overlays = lazy(() => import("./overlays.js").then((module) => module.Overlays), { words: ["dialogs"], styles: ["style/dialogs.css"] });

/** The props of every part of the replay.
 * @typedef {object} Parts
 * @property {Stage} stage
 * @property {import("../../timeline/match.js").Match} match
 * @property {import("../../types.d.ts").Game} game
 * @property {import("../../types.d.ts").GameSummary} box
 * @property {import("../../types.d.ts").SeatInfo[]} seats
 * @property {number | null} own
 * @property {string} mode
 */

const ADDRESS_PAUSE = 400;

/** Returns the stage of a match: the user's cursor, playback and dialogs. Its playback clock runs while the page is open.
 * @param {import("../../timeline/match.js").Match} match
 * @param {import("../../types.d.ts").Game} game
 * @param {number} speed
 * @param {boolean} plays whether playback starts at once
 * @returns {Stage}
 */
export function useStage(match, game, speed, plays) {
  const stage = useMemo(() => new Stage(match, game, speed, plays), [match]);
  useEffect(() => stage.run(), [stage]);
  return stage;
}

/** The dock at the bottom of the window: the player's cards, the question if it is not beside the board, and the bar.
 * @param {Parts & {beside: boolean, places: import("./containers.js").Containers}} props
 */
export function Dock(props) {
  const { stage, match, game, box, seats, own, mode, beside, places } = props;
  useKeys(stage, own);
  useAddress(stage, match, mode);
  const line = match.timeline.line(match.at);
  const sentence = sentenceOf(line, seatsAt(seats, match.at), box.components, game, match.summary.referees);
  return html`<div class="match-dock">
      ${mode !== "embed" && html`<div class="match-hold" ref=${places.at("hold")}></div>`}
      ${mode !== "embed" && !beside && html`<div class="match-question" ref=${places.at("below")}></div><div class="match-foot" ref=${places.at("foot")}></div>`}
      <${Bar} ...${props} line=${line} sentence=${sentence} />
    </div>
    <${Announcer} text=${sentence} moving=${stage.isMoving} />
    ${stage.overlay && html`<${Overlays} ...${props} />`}`;
}

/** Keeps the address bar up to date with the current position, with a short delay.
 * @param {Stage} stage
 * @param {import("../../timeline/match.js").Match} match
 * @param {string} mode
 */
function useAddress(stage, match, mode) {
  const live = match.following || (mode === "table" && match.isLive);
  useEffect(() => {
    const timer = setTimeout(() => {
      const theme = new URLSearchParams(location.search).get("theme");
      const wanted = barPath(location.pathname + location.search, match.id, { at: match.at, viewer: match.viewer, speed: stage.speed, live, theme });
      if (wanted !== null) history.replaceState(history.state, "", wanted);
    }, ADDRESS_PAUSE);
    return () => clearTimeout(timer);
  }, [match.at, match.viewer, stage.speed, live]);
}
