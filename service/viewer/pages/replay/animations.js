/** Animations of one step of the cursor, on a layer above the page. */

import { html, useEffect, useLayoutEffect, useRef } from "../../dom.js";
import { movementsBetween } from "../../timeline/movements.js";
import { next } from "../../timeline/steps.js";
import { prepareMovements, finishAnimations } from "../../ui/animation.js";

/** Milliseconds below which an animation would only flicker. */
const LEAST = 150;

/** @param {{stage: import("./stage.js").Stage, match: import("../../timeline/match.js").Match, game: import("../../types.d.ts").Game, box: import("../../types.d.ts").GameSummary, seats: import("../../types.d.ts").SeatInfo[]}} props */
export function Animations({ stage, match, game, box, seats }) {
  const told = useRef(seats);
  told.current = seats;
  const layer = useRef(/** @type {HTMLElement | null} */ (null));
  const begin = useRef(/** @type {(() => void) | null} */ (null));
  useEffect(() => {
    /** @type {import("../../types.d.ts").GameMoving | null} */
    let known = null;
    let rushed = false;
    game.moving().then((loaded) => void (known = loaded), () => {}); // if it cannot be loaded, there are no animations
    stage.onDepart = (to, length) => {
      begin.current = null;
      if (!rushed && to !== next(stage.steps, match.at, match.last)) finishAnimations(); // none begins while the cursor rushes
      rushed = length === 0;
      if (!known || !layer.current || length < LEAST || stage.pinned !== null || stage.text || !animationsAllowed()) return;
      const { movements, Face } = known;
      const { components } = box;
      const token = { layer: layer.current, length, Face: (/** @type {{what: any}} */ { what }) => html`<${Face} what=${what} components=${components} seats=${told.current} />` };
      try {
        const found = movementsBetween(match.timeline, stage.steps, match.at, to, (line, before, view, later) => movements(line, before, view, components, later));
        if (found.length > 0) begin.current = prepareMovements(found, token);
      } catch (error) {
        console.error(error); // the step must happen even if its animation fails
      }
    };
    const inputs = ["pointerdown", "keydown"];
    for (const input of inputs) addEventListener(input, finishAnimations, true);
    return () => {
      for (const input of inputs) removeEventListener(input, finishAnimations, true);
      finishAnimations();
      stage.onDepart = () => {};
    };
  }, [stage, match, game, box]);
  useLayoutEffect(() => {
    begin.current?.();
    begin.current = null;
  }, [match.at]);
  return html`<div class="moving" ref=${layer} aria-hidden="true"></div>`;
}

/** Returns whether animations are allowed and the page is visible. */
const animationsAllowed = () => !document.hidden && !matchMedia("(prefers-reduced-motion: reduce)").matches;
