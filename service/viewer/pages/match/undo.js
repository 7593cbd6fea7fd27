/** The undo dialog: undoing alone, asking the other players, and their votes. */

import { html, useEffect, useState } from "../../dom.js";
import { Dialog } from "../../ui/dialog.js";
import { CitedRule } from "../../ui/rules.js";
import { errorText } from "../../ui/error_notice.js";
import { nameOf, sentenceOf } from "../replay/sentences.js";
import { isProblem, read } from "../../api/api.js";
import { Badge } from "../../ui/seat_badge.js";
import { joinList, t } from "../../words/words.js";
import { stillPlays } from "./seats.js";
import { findBatches, targetFor, undoTargets, defaultTarget } from "./undo_targets.js";

/**
 * @typedef {import("../../timeline/match.js").Match} Match
 * @typedef {import("../../types.d.ts").SeatInfo} SeatInfo
 * @typedef {import("../../types.d.ts").Game} Game
 * @typedef {{match: Match, game: Game, box: import("../../types.d.ts").GameSummary, seats: SeatInfo[], own: number | null}} Props
 */

/** Returns the reason for which an undo was refused, in words.
 * @param {any} problem
 * @returns {string}
 */
function undoErrorText(problem) {
  const key = `match.undo.problem.${problem?.code}`;
  const words = t(key, problem?.members?.facts ?? {});
  return words === key ? errorText(problem) : words;
}

/** @param {Props & {version: number | null, onClose: () => void}} props */
export function UndoDialog(props) {
  const { match, seats, game, box, own, version, onClose } = props;
  const [found, setFound] = useState(/** @type {ReturnType<typeof undoTargets> | null} */ (null));
  const [to, setTo] = useState(/** @type {number | null} */ (null));
  const [problem, setProblem] = useState(/** @type {any} */ (null));
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    let gone = false;
    read(`/matches/${match.id}/audit`).then(
      (audit) => {
        if (gone) return;
        const all = undoTargets(findBatches(audit.entries));
        setFound(all);
        setTo(version === null ? defaultTarget(all, /** @type {number} */ (own)) : targetFor(all, version));
      },
      (error) => gone || setProblem(error),
    );
    return () => void (gone = true);
  }, []);
  const sentence = (/** @type {number} */ at) => sentenceOf(match.timeline.line(at), seats, box.components, game, match.summary.referees);
  /** @param {boolean} ask */
  const goBack = async (ask) => {
    if (to === null) return;
    setBusy(true);
    setProblem(null);
    try {
      await match.requests.takeBack(to, ask);
      match.goLive();
      onClose();
    } catch (error) {
      match.requests.clearProblem();
      setProblem(error);
    }
    setBusy(false);
  };
  const blocked = isProblem(problem, "undo-blocked");
  const choose = (/** @type {any} */ event) => {
    setTo(Number(event.target.value));
    setProblem(null);
  };
  return html`<${Dialog} title=${t("match.undo.title")} open=${true} onClose=${onClose}>
    <div class="match-undo">
      <p class="soft">${t("match.undo.intro")}${match.summary.clock ? ` ${t("match.undo.time")}` : ""}</p>
      ${!found && !problem && html`<p aria-busy="true">${t("common.loading")}</p>`}
      ${found?.length === 0 && html`<p>${t("match.undo.problem.nothing-to-undo")}</p>`}
      ${
        found &&
        found.length > 0 &&
        html`<label class="match-undo-to"
          ><span>${t("match.undo.to")}</span>
          <select value=${String(to)} onChange=${choose} disabled=${busy}>
            ${found.map((moment) => html`<option key=${moment.to} value=${String(moment.to)}>${t("match.undo.before", { version: moment.taken.first, what: sentence(moment.taken.first) })}</option>`)}
          </select></label
        >`
      }
      ${problem && !blocked && html`<p class="notice bad" role="alert">${undoErrorText(problem)} <${CitedRule} error=${problem} /></p>`}
      ${blocked && html`<${UndoBlockers} match=${match} entries=${problem.members.entries ?? []} sentence=${sentence} onClose=${onClose} />`}
      <div class="row match-undo-do">
        ${
          blocked
            ? html`<button type="button" class="primary" disabled=${busy} onClick=${() => void goBack(true)}>${t("match.undo.ask")}</button>`
            : html`<button type="button" class="primary" disabled=${busy || to === null} onClick=${() => void goBack(false)}>${t("match.undo.do")}</button>`
        }
        <button type="button" onClick=${onClose}>${t("common.cancel")}</button>
      </div>
    </div>
  <//>`;
}

/** The entries that block an undo, each with a link to its version.
 * @param {{match: Match, entries: number[], sentence: (version: number) => string, onClose: () => void}} props
 */
function UndoBlockers({ match, entries, sentence, onClose }) {
  const shown = entries.slice(0, 8);
  const see = (/** @type {number} */ version) => {
    onClose();
    match.go(version);
  };
  return html`<div class="notice" role="alert">
    <p>${t("match.undo.blocked", { count: entries.length })}</p>
    <ul class="match-undo-blocks">
      ${shown.map((version) => html`<li key=${version}><button type="button" class="plain" onClick=${() => see(version)}><span class="mono">${version}</span> <span>${sentence(version)}</span></button></li>`)}
    </ul>
    ${entries.length > shown.length && html`<p class="soft">${t("match.undo.more", { count: entries.length - shown.length })}</p>`}
    <p>${t("match.undo.price")}</p>
  </div>`;
}

/** An undo request: who asks, the target, the votes so far, and buttons for the user's vote if it is still missing.
 * @param {Props} props
 */
export function UndoRequest({ match, seats, game, box, own }) {
  const [problem, setProblem] = useState(/** @type {any} */ (null));
  const request = match.summary.status === "running" ? match.summary.undo : undefined;
  useEffect(() => setProblem(null), [request?.number]);
  if (!request) return html`<${Refusal} match=${match} seats=${seats} />`;
  const votes = stillPlays(match, own) && own !== request.seat && !request.granted.includes(own);
  const owing = seats.filter((seat) => !match.summary.seats[seat.seat]?.forfeited && seat.seat !== request.seat && !request.granted.includes(seat.seat)).map((seat) => seat.name);
  const name = nameOf(seats, request.seat);
  /** @param {boolean} grant */
  const vote = async (grant) => {
    setProblem(null);
    try {
      await match.requests.vote(request.number, grant);
    } catch (error) {
      match.requests.clearProblem();
      setProblem(error);
    }
  };
  return html`<section class="match-request notice" aria-label=${t("match.request.label")}>
    <p role="status">
      <${Badge} seat=${request.seat} /> <strong>${own === request.seat ? t("match.request.own") : t("match.request.asks", { name })}</strong>
      ${" "}${owing.length > 0 && t("match.request.owing", { names: joinList(owing), count: owing.length })}
    </p>
    <p class="soft">${t("match.request.to")} <button type="button" class="plain match-link" onClick=${() => match.go(request.to)}>${t("match.request.moment", { version: request.to, what: sentenceOf(match.timeline.line(request.to), seats, box.components, game, match.summary.referees) })}</button></p>
    ${
      votes &&
      html`<p class="soft">${t("match.undo.price")}</p>
        <div class="row">
          <button type="button" class="primary" disabled=${match.requests.busy} onClick=${() => void vote(true)}>${t("match.request.agree")}</button>
          <button type="button" disabled=${match.requests.busy} onClick=${() => void vote(false)}>${t("match.request.refuse")}</button>
        </div>`
    }
    ${problem && html`<p role="alert">${undoErrorText(problem)} <${CitedRule} error=${problem} /></p>`}
  </section>`;
}

/** A notice that an undo request was refused, until the match continues.
 * @param {{match: Match, seats: SeatInfo[]}} props
 */
function Refusal({ match, seats }) {
  const line = match.summary.status === "running" ? match.timeline.line(match.last) : null;
  const refused = line?.key === "undo-answered" && line.params?.grant === false;
  return refused ? html`<p class="notice" role="status">${t("match.request.refused", { name: nameOf(seats, line?.seat) })}</p>` : null;
}
