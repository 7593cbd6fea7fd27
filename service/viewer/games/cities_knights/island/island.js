/** The island: land, pieces, robber and merchant. */

import { html } from "../../../dom.js";
import { language, t } from "../../../words/words.js";
import { named } from "../box.js";
import { Barbarians, forces } from "./barbarians.js";
import { planOf } from "./geometry.js";
import { Land, Producing, Tokens } from "./land.js";
import { Buildings, Knights, Merchant, Metropolis, Roads, Robber, builtBefore, signed } from "./pieces.js";

/** @typedef {import("../../../types.d.ts").SeatInfo} SeatInfo */

/** @type {any[]} */
const NONE = [];
const NOBODY = {};

/** @param {{components: any, view: any, before: any, seats: SeatInfo[], marks?: any}} props `marks` is drawn over the pieces */
export function Island({ components, view, before, seats, marks = null }) {
  const plan = planOf(components);
  const each = (/** @type {(seat: any, was: any, info: SeatInfo, name: string) => any} */ draw) => seats.map((info) => draw(view.seats[info.seat], before?.seats[info.seat] ?? null, info, signed(info)));
  const rolled = view.phase === "roll" || view.phase === "action" ? (view.dice?.red ?? 0) + (view.dice?.yellow ?? 0) : 0;
  const robber = view.robber ?? null;
  return html`<svg class="ck-island" data-picture viewBox=${`0 0 ${plan.width} ${plan.height}`} role="group" aria-label=${t("cities_knights.board.island")}>
    <g aria-hidden="true">
      <${Land} components=${components} plan=${plan} terrain=${view.terrain} harbors=${view.harbors} language=${language()} />
      <${Producing} plan=${plan} tokens=${view.tokens} rolled=${rolled === 7 ? 0 : rolled} robber=${robber ?? -1} />
      <${Tokens} components=${components} plan=${plan} tokens=${view.tokens} was=${before?.tokens ?? view.tokens} />
      ${each((seat, was, info, name) => html`<${Roads} key=${info.seat} plan=${plan} seat=${info.seat} name=${name} roads=${seat.roads ?? NONE} was=${was ? (was.roads ?? NONE) : (seat.roads ?? NONE)} />`)}
      <${Robber} plan=${plan} hex=${robber} awake=${Boolean(view.awake)} words=${t(`cities_knights.board.robber_${view.awake ? "awake" : "asleep"}`)} fresh=${before !== null && before.robber !== view.robber} />
      ${view.merchant && html`<${Merchant} plan=${plan} hex=${view.merchant.hex} seat=${view.merchant.seat} words=${t("cities_knights.board.piece_of", { piece: named(components, "piece", "merchant"), name: signed(seats[view.merchant.seat]) })} fresh=${before !== null && before.merchant?.hex !== view.merchant.hex} />`}
      ${each(
        (seat, was, info, name) =>
          html`<${Buildings} key=${info.seat} components=${components} plan=${plan} seat=${info.seat} name=${name} settlements=${seat.settlements ?? NONE} cities=${seat.cities ?? NONE} sideways=${seat.sideways ?? NONE} walls=${seat.walls ?? NONE} was=${builtBefore(seat, was)} />`,
      )}
      ${Object.entries(view.metropolises ?? NOBODY).map(
        ([track, { seat, corner }]) =>
          html`<${Metropolis} key=${track} plan=${plan} track=${track} corner=${corner} words=${t("cities_knights.board.metropolis_of", { track: named(components, "track", track), name: signed(seats[seat]) })} fresh=${before !== null && before.metropolises?.[track]?.corner !== corner} />`,
      )}
      ${each((seat, was, info, name) => html`<${Knights} key=${info.seat} components=${components} plan=${plan} seat=${info.seat} name=${name} knights=${seat.knights ?? NOBODY} was=${was ? (was.knights ?? NOBODY) : null} />`)}
    </g>
    <${Barbarians} plan=${plan} steps=${components.barbarian_steps} ship=${view.ship ?? 0} ...${forces(view)} attacks=${view.attacks ?? 0} />
    ${marks}
  </svg>`;
}
