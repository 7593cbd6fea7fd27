/** What moves while the cursor goes one step: shown over the page, for those who want to see it. */

import { html, useEffect, useLayoutEffect, useRef } from "../../dom.js";

/** Below this nobody sees more than a flicker, in milliseconds. */
const LEAST = 150;

/** What shows it, with what the game says of it: asked for by the first step; with that one nothing moves yet.
 * @param {import("../../types.d.ts").Game} game
 */
async function means(game) {
  const [{ movements, Face }, { movementsBetween }, { lifted, settle }] = await Promise.all([game.moving(), import("../../timeline/movements.js"), import("../../ui/moving.js")]);
  return { movements, Face, movementsBetween, lifted, settle };
}

/** @param {{stage: import("./stage.js").Stage, match: import("../../timeline/match.js").Match, game: import("../../types.d.ts").Game, box: import("../../types.d.ts").GameSummary}} props */
export function Moving({ stage, match, game, box }) {
  const layer = useRef(/** @type {HTMLElement | null} */ (null));
  const begin = useRef(/** @type {(() => void) | null} */ (null));
  useEffect(() => {
    /** @type {Awaited<ReturnType<typeof means>> | null} */
    let known = null;
    let asked = false;
    stage.departs = (to, length) => {
      known?.settle();
      begin.current = null;
      if (!layer.current || length < LEAST || stage.pinned !== null || stage.text || !isWanted()) return;
      if (!asked) means(game).then((loaded) => void (known = loaded), () => {}); // without it nothing moves
      asked = true;
      if (!known) return;
      const { movements, Face, movementsBetween, lifted } = known;
      const { components } = box;
      const found = movementsBetween(match.timeline, stage.steps, match.at, to, (line, before, view) => movements(line, before, view, components));
      if (found.length > 0) begin.current = lifted(found, { layer: layer.current, length, Face: ({ what }) => html`<${Face} what=${what} components=${components} />` });
    };
    return () => {
      known?.settle();
      stage.departs = () => {};
    };
  }, [stage, match, game, box]);
  useLayoutEffect(() => {
    begin.current?.();
    begin.current = null;
  }, [match.at]);
  return html`<div class="moving" ref=${layer} aria-hidden="true"></div>`;
}

/** Whether anything may move, and somebody looks. */
const isWanted = () => !document.hidden && !matchMedia("(prefers-reduced-motion: reduce)").matches;
