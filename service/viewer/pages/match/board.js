/** The board at a version, as a drawing and as tables for screen readers. */

import { html, useEffect, useState } from "../../dom.js";
import { lazy } from "../../ui/lazy.js";
import { Boundary } from "../replay/boundary.js";
import { seatOf } from "../../timeline/viewers.js";
import { t } from "../../words/words.js";
import { seatsOf } from "./seats.js";

const Comparison = lazy(() => import("../replay/compare.js").then((module) => module.Comparison), { words: ["compare"], styles: ["style/compare.css"] });

/**
 * @typedef {import("../../types.d.ts").SeatInfo} SeatInfo
 * @typedef {import("../../types.d.ts").Game} Game
 * @typedef {{match: import("../../timeline/match.js").Match, game: Game, box: import("../../types.d.ts").GameSummary, stage: import("../replay/stage.js").Stage, seats: SeatInfo[], own: number | null, mode: string, ask: import("../../types.d.ts").Ask | null, places: import("../replay/containers.js").Containers}} Props
 */

const NOWHERE = { aside: null, foot: null, beside: null, hold: null };

/** @param {Props} props */
export function Board(props) {
  const { match, game, seats, stage, mode } = props;
  if (match.timeline.view(match.at) === null && match.summary.status === "open") return mode === "table" ? null : html`<p class="match-before panel">${t("match.before_start")}</p>`;
  if (stage.text) return html`<${Tables} ...${props} open=${true} />`;
  const board = (/** @type {number} */ version) => html`<${BoardAt} ...${props} version=${version} />`;
  const beside = (/** @type {Props["match"]} */ other, /** @type {number} */ version) => html`<${BoardAt} ...${props} match=${other} seats=${seatsOf(other)} own=${other.own} ask=${null} places=${NOWHERE} version=${version} />`;
  return html`${stage.pinned === null ? board(match.at) : html`<${Comparison} stage=${stage} game=${game} seats=${seats} board=${board} beside=${beside} />`}
    <${Tables} ...${props} open=${false} />`;
}

/** @param {Props & {version: number}} props */
function BoardAt({ match, game, box, stage, seats, own, mode, ask, places, version }) {
  const { timeline, viewer } = match;
  const view = timeline.view(version);
  if (view === null) return html`<p class="match-before panel">${t("match.before_start")}</p>`;
  // In a comparison, only the board at the cursor may use the page's containers.
  const { aside, foot, beside, hold } = version === match.at ? places : NOWHERE;
  return html`<${Boundary} at=${version} last=${() => stage.step(-1)}>
    <${game.Table}
      components=${box.components}
      view=${view}
      before=${version > timeline.first ? timeline.view(version - 1) : null}
      line=${timeline.line(version)}
      version=${version}
      lineAt=${(/** @type {number} */ at) => timeline.line(at)}
      seats=${seats}
      viewer=${viewer}
      own=${own}
      ask=${version === match.at ? ask : null}
      aside=${aside}
      foot=${foot}
      beside=${beside}
      hold=${hold}
      turned=${stage.turned ?? seatOf(viewer) ?? own ?? 0}
      ended=${match.isFinished && version === match.timeline.end}
      whole=${mode === "embed"}
      rushing=${stage.isMovingFast}
    />
  <//>`;
}

/** The board as tables. They are not drawn until they were first opened or focused.
 * @param {Props & {open: boolean}} props
 */
function Tables({ match, game, box, seats, open }) {
  const [wanted, setWanted] = useState(open);
  useEffect(() => setWanted(open), [open]);
  const view = match.timeline.view(match.at);
  if (view === null) return null;
  return html`<details class="match-description" open=${wanted} onToggle=${(/** @type {any} */ event) => setWanted(event.currentTarget.open)}>
    <summary>${t("match.as_tables")}</summary>
    ${wanted && html`<${game.Description} components=${box.components} view=${view} seats=${seats} />`}
  </details>`;
}
