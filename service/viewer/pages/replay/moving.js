/** What moves while the cursor goes one step: shown over the page, for those who want to see it. */

import { html, useEffect, useLayoutEffect, useRef } from "../../dom.js";
import { movementsBetween } from "../../timeline/movements.js";
import { lifted, settle } from "../../ui/moving.js";

/** Below this nobody sees more than a flicker, in milliseconds. */
const LEAST = 150;

/** @param {{stage: import("./stage.js").Stage, match: import("../../timeline/match.js").Match, game: import("../../types.d.ts").Game, box: import("../../types.d.ts").GameSummary}} props */
export function Moving({ stage, match, game, box }) {
  const layer = useRef(/** @type {HTMLElement | null} */ (null));
  const begin = useRef(/** @type {(() => void) | null} */ (null));
  useEffect(() => {
    /** @type {import("../../types.d.ts").GameMoving | null} */
    let known = null;
    game.moving().then((loaded) => void (known = loaded), () => {}); // without it nothing moves
    stage.departs = (to, length) => {
      settle();
      begin.current = null;
      if (!known || !layer.current || length < LEAST || stage.pinned !== null || stage.text || !isWanted()) return;
      const { movements, Face } = known;
      const { components } = box;
      const token = { layer: layer.current, length, Face: (/** @type {{what: any}} */ { what }) => html`<${Face} what=${what} components=${components} />` };
      try {
        const found = movementsBetween(match.timeline, stage.steps, match.at, to, (line, before, view) => movements(line, before, view, components));
        if (found.length > 0) begin.current = lifted(found, token);
      } catch (error) {
        console.error(error); // the step itself is taken, whatever cannot be told of it
      }
    };
    return () => {
      settle();
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
