/** The current state of the match, wherever the cursor is: players, connection, pending answers, undo, resignation. */

import { html, useState } from "../../dom.js";
import { lazy } from "../../ui/lazy.js";
import { CitedRule } from "../../ui/rules.js";
import { errorText } from "../../ui/error_notice.js";
import { t } from "../../words/words.js";
import { Connection } from "./connection.js";
import { Players } from "./header.js";
import { stillPlays } from "./seats.js";

const CallOffer = lazy(() => import("./turn_alert.js").then((module) => module.AlertOffer), { words: ["playing"] });
const ClockRules = lazy(() => import("./clock.js").then((module) => module.ClockRules), { words: ["playing"] });
const GiveUpDialog = lazy(() => import("./resign.js").then((module) => module.GiveUpDialog), { words: ["playing"] });
const JoinPanel = lazy(() => import("./join.js").then((module) => module.JoinPanel), { words: ["lobby", "playing"], styles: ["style/lobby.css"] });
const SeatOffer = lazy(() => import("./seat_offer.js").then((module) => module.SeatOffer), { words: ["lobby", "playing"], styles: ["style/lobby.css"] });
const Since = lazy(() => import("./since.js").then((module) => module.Since), { words: ["since"] });
const UndoRequest = lazy(() => import("./undo.js").then((module) => module.UndoRequest), { words: ["playing"] });
const Waiting = lazy(() => import("./waiting.js").then((module) => module.Waiting));

/** @param {{match: import("../../timeline/match.js").Match, game: import("../../types.d.ts").Game, box: any, seats: import("../../types.d.ts").SeatInfo[], own: number | null, mode: string, undo: ReturnType<import("./use_undo.js").useUndo>}} props */
export function Live(props) {
  const { match, game, seats, own, undo } = props;
  const open = match.summary.status === "open";
  const { status, seats: lines, paused, clock } = match.summary;
  const [givingUp, setGivingUp] = useState(false);
  const line = own === null || status !== "running" ? undefined : lines[own];
  const playing = stillPlays(match, own);
  const unasked = match.requests.problem && !match.question;
  return html`<section class="match-live" aria-label=${t("match.now")}>
    ${!open && html`<${Players} ...${props} />`}
    <div class="match-now">
      ${!match.isFinished && match.showsNow && html`<${Waiting} match=${match} game=${game} seats=${seats} own=${own} />`}
      ${playing && html`<${Since} ...${props} />`}
      ${playing && html`<div class="row">
        <${CallOffer} awaiting=${isWaitingForPeople(seats)} />
        ${undo.possible && html`<${RareButton} sign="↶" words=${t("match.undo.open")} busy=${match.requests.busy} act=${() => undo.start()} />`}
        <${RareButton} sign="⚐" words=${t("match.give_up.open")} busy=${match.requests.busy} act=${() => setGivingUp(true)} />
      </div>`}
    </div>
    ${status === "running" && clock && !match.summary.tutorial && (match.isLive || match.following) && html`<${ClockRules} match=${match} own=${playing ? own : null} />`}
    <div class="match-told" role="status">
      ${status === "running" && paused && html`<p class="notice match-paused"><strong>${t("match.paused")}</strong> ${t("match.paused.means")}</p>`}
      ${line && !playing && html`<p class="notice">${t(line.forfeited ? "common.problem.forfeited" : "common.problem.bot-plays")}</p>`}
    </div>
    <${Connection} match=${match} />
    ${unasked && html`<div class="notice bad row" role="alert">
      <span>${errorText(match.requests.problem)} <${CitedRule} error=${match.requests.problem} /></span>
      <button type="button" class="plain" onClick=${() => match.requests.clearProblem()}>${t("common.close")}</button>
    </div>`}
    ${(match.summary.undo || match.timeline.line(match.last)?.key === "undo-answered") && html`<${UndoRequest} ...${props} />`}
    ${status === "running" && (match.summary.seat_offer || lines.some((seat) => seat.former)) && html`<${SeatOffer} match=${match} seats=${seats} own=${own} />`}
    ${open && html`<${JoinPanel} match=${match} game=${game} box=${props.box} seats=${seats} own=${own} onChanged=${() => void match.refresh()} />`}
    ${undo.dialog}
    ${givingUp && playing && html`<${GiveUpDialog} match=${match} onClose=${() => setGivingUp(false)} />`}
  </section>`;
}

/** Returns whether the user waits for other people.
 * @param {import("../../types.d.ts").SeatInfo[]} seats
 */
const isWaitingForPeople = (seats) => seats.some((seat) => seat.waiting && !seat.bot) && !seats.some((seat) => seat.waiting && seat.mine);

/** A button for rare actions: words on wide screens, a symbol on phones.
 * @param {{sign: string, words: string, busy: boolean, act: () => void}} props
 */
const RareButton = ({ sign, words, busy, act }) => html`<button type="button" class="match-undo-open" title=${words} disabled=${busy} onClick=${act}><span class="match-sign" aria-hidden="true">${sign}</span><span class="match-word">${words}</span></button>`;
