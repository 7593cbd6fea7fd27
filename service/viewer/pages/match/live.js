/** What concerns the match now, wherever the cursor is: the connection, whose answer is awaited, undo and its votes, the end. */

import { html, useState } from "../../dom.js";
import { lazy } from "../../ui/lazy.js";
import { CitedRule } from "../../ui/rules.js";
import { troubleText } from "../../ui/trouble.js";
import { t } from "../../words/words.js";
import { Connection } from "./connection.js";
import { Players } from "./header.js";
import { stillPlays } from "./seats.js";

const CallOffer = lazy(() => import("./turn_call.js").then((module) => module.CallOffer), { words: ["playing"] });
const ClockRules = lazy(() => import("./clock.js").then((module) => module.ClockRules), { words: ["playing"] });
const GiveUpDialog = lazy(() => import("./give_up.js").then((module) => module.GiveUpDialog), { words: ["playing"] });
const JoinPanel = lazy(() => import("./join.js").then((module) => module.JoinPanel), { words: ["lobby", "playing"], styles: ["style/lobby.css"] });
const UndoRequest = lazy(() => import("./undo.js").then((module) => module.UndoRequest), { words: ["playing"] });
const Waiting = lazy(() => import("./waiting.js").then((module) => module.Waiting));

/** @param {{match: import("../../timeline/match.js").Match, game: import("../../types.d.ts").Game, box: any, seats: import("../../types.d.ts").SeatInfo[], own: number | null, mode: string, undo: ReturnType<import("./take_back.js").useUndo>}} props */
export function Live(props) {
  const { match, game, seats, own, undo } = props;
  const open = match.summary.status === "open";
  const { status, seats: lines, paused, clock } = match.summary;
  const [givingUp, setGivingUp] = useState(false);
  const line = own === null || status !== "running" ? undefined : lines[own];
  const playing = stillPlays(match, own);
  const unasked = match.acting.problem && !match.asked;
  return html`<section class="match-live" aria-label=${t("match.now")}>
    ${!open && html`<${Players} match=${match} game=${game} seats=${seats} />`}
    <div class="match-now">
      ${!match.finished && html`<${Waiting} match=${match} game=${game} seats=${seats} own=${own} />`}
      ${playing && html`<div class="row">
        <${CallOffer} awaiting=${isLeftWaiting(seats)} />
        ${undo.possible && html`<${Rare} sign="↶" words=${t("match.undo.open")} busy=${match.acting.busy} act=${() => undo.start()} />`}
        <${Rare} sign="⚐" words=${t("match.give_up.open")} busy=${match.acting.busy} act=${() => setGivingUp(true)} />
      </div>`}
    </div>
    ${status === "running" && clock && (match.live || match.following) && html`<${ClockRules} match=${match} own=${playing ? own : null} />`}
    <div class="match-told" role="status">
      ${status === "running" && paused && html`<p class="notice match-paused"><strong>${t("match.paused")}</strong> ${t("match.paused.means")}</p>`}
      ${line && !playing && html`<p class="notice">${t(line.forfeited ? "common.problem.forfeited" : "common.problem.bot-plays")}</p>`}
    </div>
    <${Connection} match=${match} />
    ${unasked && html`<div class="notice bad row" role="alert">
      <span>${troubleText(match.acting.problem)} <${CitedRule} error=${match.acting.problem} /></span>
      <button type="button" class="plain" onClick=${() => match.acting.forgive()}>${t("common.close")}</button>
    </div>`}
    ${(match.summary.undo || match.timeline.line(match.last)?.key === "undo-answered") && html`<${UndoRequest} ...${props} />`}
    ${open && html`<${JoinPanel} match=${match} game=${game} box=${props.box} seats=${seats} own=${own} onChanged=${() => void match.refresh()} />`}
    ${undo.dialog}
    ${givingUp && playing && html`<${GiveUpDialog} match=${match} onClose=${() => setGivingUp(false)} />`}
  </section>`;
}

/** Whether nothing is asked of whoever plays here, but of other people.
 * @param {import("../../types.d.ts").SeatInfo[]} seats
 */
const isLeftWaiting = (seats) => seats.some((seat) => seat.waiting && !seat.bot) && !seats.some((seat) => seat.waiting && seat.mine);

/** What is seldom done: in words, on phones a sign.
 * @param {{sign: string, words: string, busy: boolean, act: () => void}} props
 */
const Rare = ({ sign, words, busy, act }) => html`<button type="button" class="match-undo-open" title=${words} disabled=${busy} onClick=${act}><span class="match-sign" aria-hidden="true">${sign}</span><span class="match-word">${words}</span></button>`;
