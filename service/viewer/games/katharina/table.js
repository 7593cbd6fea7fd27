/** The table of Katharina: the map, beside it the other seats, and below both the player's rows and hand. */

import { lazy } from "../../ui/lazy.js";
import { Portal, Throttled, html, useCallback, useMemo, useRef, useState } from "../../dom.js";
import { useFollow } from "../../ui/follow.js";
import { useWidth } from "../../ui/width.js";
import { language, t } from "../../words/words.js";
import { KaMap } from "./map.js";
import { KaMat } from "./mat.js";
import { KaPiles } from "./piles.js";
import { resultsOfRound } from "./results.js";
import { KaScoring } from "./scoring.js";
import { KaFacts, KaRow, KaSheet, KaStrip, rivalsOf } from "./seat.js";
import { KaTrack } from "./track.js";

/** @typedef {import("../../types.d.ts").TableProps} TableProps */

/** @typedef {{picks: import("./pickable.js").Picks | null, panel: any}} Choice the possible picks of the player's seat, and the panel beside it */

const Choosing = lazy(() => import("./choice/choice.js").then((module) => module.Choosing), { styles: ["games/katharina/choice.css"] });

/** @param {TableProps} props */
export function Table(props) {
  // Spectators, and players who look back, have nothing to choose. Once loaded for a player, the module of choices stays.
  const plays = useRef(false);
  plays.current ||= props.own !== null && props.seats.some((seat) => seat.waiting);
  const draw = (/** @type {Choice} */ choice) => html`<${Board} key=${language()} ...${props} choice=${choice} />`;
  return plays.current ? html`<${Choosing} ...${props} draw=${draw} />` : draw({ picks: null, panel: null });
}

/** Width in pixels from which the favour track is below the map. */
const WIDE = 480;

/** @param {TableProps & {choice: Choice}} props */
function Board({ components, view, before, line, lineAt, version, seats, turned, aside, beside, hold, ended = false, rushing = false, choice: { picks, panel } }) {
  const frame = useRef(/** @type {HTMLElement | null} */ (null));
  const width = useWidth(frame);
  const [looked, setLooked] = useState(/** @type {number | null} */ (null));
  const onFocus = useCallback((/** @type {number | null} */ seat) => setLooked(seat), []);
  const results = useMemo(() => resultsOfRound(lineAt, version), [lineAt, version]);
  useFollow(picks?.folds ?? "", ".ka-stage", { asks: true });
  if (width === null) return html`<div class="ka-frame" ref=${frame}></div>`;
  const first = turned < seats.length ? turned : 0;
  const around = seats.map((_, i) => seats[(first + i) % seats.length]);
  const of = (/** @type {import("../../types.d.ts").SeatInfo} */ info) => ({
    components,
    seatView: view.seats[info.seat],
    was: before?.seats[info.seat] ?? null,
    info,
    rivals: rivalsOf(view, info.seat, seats.length),
    supply: components.residences,
    result: results[info.seat],
    now: (line?.key === "card-resolved" || line?.key === "book-residence") && line.seat === info.seat,
    turns: line?.key === "cards-revealed" || line?.key === "displays-shown",
    onFocus,
  });
  const happened = results.some(({ done }) => done);
  // If no hand is in play, there is space for the rows of all seats.
  const watches = hold !== null && (ended || !seats.some(({ seat }) => view.seats[seat].hand));
  const mat = watches
    ? html`<section class="ka-watched" key="watched" data-seats=${seats.length}><h2 class="unseen">${t(happened ? "katharina.board.happened" : "katharina.board.rows")}</h2>${around.map((info) => html`<${KaRow} key=${info.seat} ...${of(info)} />`)}</section>`
    : html`<${KaMat} key="mat" ...${of(around[0])} picks=${picks} facts=${beside !== null} />`;
  const piles = html`<${KaPiles} components=${components} view=${view} />`;
  const track = html`<${KaTrack} components=${components} view=${view} before=${before} seats=${seats} />`;
  const facts = watches ? around.map((info) => html`<${KaFacts} key=${info.seat} ...${of(info)} result=${undefined} hand=${true} />`) : html`<${KaFacts} ...${of(around[0])} />`;
  const narrow = hold !== null && width < WIDE;
  const sheets = narrow && around.map((info) => html`<${KaSheet} key=${info.seat} ...${of(info)} />`);
  const others = !watches && html`<section class="ka-others" aria-label=${t("katharina.board.others")}>
    <h2>${t(happened ? "katharina.board.happened" : "katharina.board.others")}</h2>
    ${around.slice(1).map((info) => html`<${KaStrip} key=${info.seat} ...${of(info)} />`)}
  </section>`;
  return html`<div class="ka-frame" ref=${frame}>
    <div class=${watches ? "ka-table" : "ka-table ka-plays"}>
      <div class="ka-stage"><${KaMap} components=${components} view=${view} before=${before} seats=${seats} picks=${picks} focus=${looked ?? (watches ? null : first)} />${!picks?.folds && html`<${KaScoring} components=${components} view=${view} seats=${seats} lineAt=${lineAt} version=${version} answered=${ended || Object.values(picks?.cards ?? {}).some(({ state }) => state.startsWith("chosen"))} />`}${width >= WIDE && track}</div>
      ${!beside && html`<${Throttled} rushing=${rushing}><div class="ka-stack">${!hold && mat}${others}${narrow ? sheets : facts}${width < WIDE && track}${piles}</div><//>`}
    </div>
    ${beside && html`<${Throttled} rushing=${rushing}><${Portal} into=${beside}><div class="ka-beside">${watches && facts}${others}${width < WIDE && track}${piles}</div><//><//>`}
    ${hold && html`<${Portal} into=${hold}>${mat}<//>`}
    ${panel && aside && html`<${Portal} into=${aside}>${panel}<//>`}
  </div>`;
}
