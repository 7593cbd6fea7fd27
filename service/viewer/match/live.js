/** What concerns the match now, wherever the cursor is: the connection, whose answer is awaited, undo and its votes, the end. */

import { html } from "../dom.js";
import { lazy } from "../chrome/lazy.js";
import { troubleText } from "../chrome/trouble.js";
import { t } from "../words/words.js";
import { Connection } from "./connection.js";
import { Players } from "./header.js";
import { Waiting } from "./waiting.js";

const JoinPanel = lazy(() => import("../lobby/join.js").then((module) => module.JoinPanel), { words: ["lobby"], styles: ["style/lobby.css"] });
const Result = lazy(() => import("./result.js").then((module) => module.Result), { words: ["lobby"] });
const UndoRequest = lazy(() => import("./undo.js").then((module) => module.UndoRequest));

/** @param {{match: import("../timeline/match.js").Match, game: import("../types.d.ts").Game, box: any, seats: import("../types.d.ts").SeatInfo[], own: number | null, mode: string, undo: ReturnType<import("./take_back.js").useUndo>}} props */
export function Live(props) {
  const { match, game, seats, own, mode, undo } = props;
  const open = match.card.status === "open";
  const unasked = match.problem && !match.asked;
  return html`<section class="match-live" aria-label=${t("match.now")}>
    ${!open && html`<${Players} match=${match} game=${game} seats=${seats} />`}
    <div class="match-now">
      <${Waiting} match=${match} game=${game} seats=${seats} own=${own} />
      ${undo.possible && html`<button type="button" class="match-undo-open" disabled=${match.busy} onClick=${() => undo.start()}>${t("match.undo.open")}</button>`}
    </div>
    <${Connection} match=${match} />
    ${unasked && html`<div class="notice bad row" role="alert"><span>${troubleText(match.problem)}</span><button type="button" class="plain" onClick=${() => match.forgive()}>${t("common.close")}</button></div>`}
    ${(match.card.undo || match.timeline.line(match.last)?.key === "undo-answered") && html`<${UndoRequest} ...${props} />`}
    ${open && html`<${JoinPanel} match=${match} box=${props.box} seats=${seats} own=${own} onChanged=${() => void match.refresh()} />`}
    ${match.finished && mode === "table" && html`<${Result} ...${props} />`}
    ${undo.dialog}
  </section>`;
}
