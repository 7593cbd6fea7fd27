/** The analysis of a finished match: luck and skill of each seat, and what else could have been played at the cursor. */

import { html, useEffect, useMemo, useState } from "../../dom.js";
import { guestName, ensurePlayer } from "../../account/people.js";
import { Problem, newKey, post, read } from "../../api/api.js";
import { usualLevel } from "../../ui/bots.js";
import { errorText } from "../../ui/error_notice.js";
import { percent } from "../../ui/percent.js";
import { Badge } from "../../ui/seat_badge.js";
import { COLUMNS, columnsOf } from "../../ui/skill_columns.js";
import { useTask } from "../../ui/task.js";
import { t } from "../../words/words.js";
import { SYMBOLS, showDecision } from "./chances.js";
import { forkRequest, playOn, refusalText, seatsAgainstBots } from "./play_on.js";
import { nameOf, sentenceOf } from "./sentences.js";

/**
 * @typedef {import("./replay.js").Parts} Parts
 * @typedef {import("../../types.d.ts").Analysis} Found
 * @typedef {import("../../types.d.ts").AnalysisDecision} Decision
 * @typedef {import("../../types.d.ts").AnalysisChoice} Choice
 */

/** Milliseconds between two looks at an analysis that is being computed. */
const PAUSE = 1_500;
/** The most lines of what would have followed. */
const LINES = 5;
/** The number of other commands of which these lines are shown. */
const FOLLOWED = 3;
/** Lines that say nothing about what would have followed. */
const SILENT = new Set(["asked", "committed", "resumed"]);

/** Finds the decision at or before a version. @param {readonly Decision[]} decisions @param {number} at */
export const decisionAt = (decisions, at) => decisions.findLast(({ version }) => version <= at) ?? null;

/** @param {Parts} props */
export function Analysis(props) {
  const { stage, match } = props;
  const [place, setPlace] = useState(/** @type {number | null} */ (null));
  const [trouble, setTrouble] = useState(/** @type {unknown} */ (null));
  const path = `/matches/${match.id}/analysis`;
  useEffect(() => {
    let [gone, timer] = [false, 0];
    const ask = async () => {
      try {
        const found = await read(path);
        if (gone) return;
        if (found.curve) return stage.showAnalysis(found);
        setPlace(found.place);
        timer = /** @type {any} */ (setTimeout(ask, PAUSE));
      } catch (error) {
        if (!gone) setTrouble(error);
      }
    };
    if (!stage.analysis && !trouble) void ask();
    return () => (clearTimeout(timer), void (gone = true));
  }, [match.id, trouble]);
  const begin = async () => {
    try {
      await ensurePlayer(guestName((number) => t("fork.guest_name", { number })));
      setPlace((await post(path, undefined)).place);
      setTrouble(null);
    } catch (error) {
      setTrouble(error);
    }
  };
  const missing = trouble instanceof Problem && trouble.code === "not-requested";
  return html`<div class="replay-analysis replay-times">
    <p class="soft">${t("analysis.means")}</p>
    ${stage.analysis
      ? html`<${Report} ...${props} found=${stage.analysis} />`
      : missing
        ? html`<button type="button" class="primary" onClick=${() => void begin()}>${t("analysis.ask")}</button>`
        : trouble
          ? html`<p class="notice" role="alert">${trouble instanceof Problem && trouble.code === "no-model" ? t("analysis.no_model") : errorText(trouble)}</p>`
          : html`<p role="status" aria-busy="true">${place ? t("analysis.queued", { place }) : t("common.loading")}</p>`}
  </div>`;
}

/** @param {Parts & {found: Found}} props */
function Report(props) {
  const { stage, found, seats } = props;
  if (found.unjudged) return html`<p class="notice">${t("analysis.unjudged")}</p>`;
  const decision = decisionAt(found.decisions, stage.cursor);
  const mistakes = found.decisions.filter(({ mistake }) => mistake);
  return html`<table>
      <thead><tr>${["seat", ...COLUMNS].map((name) => html`<th key=${name} scope="col" title=${t(`analysis.column.${name}.means`)}>${t(`analysis.column.${name}`)}</th>`)}</tr></thead>
      <tbody>${found.seats.map(
        (one, seat) => html`<tr key=${seat}><th scope="row"><${Badge} seat=${seat} /> ${nameOf(seats, seat)}</th>${columnsOf(one).map((cell, at) => html`<td key=${at}>${cell}</td>`)}</tr>`,
      )}</tbody>
    </table>
    ${found.turning_points.length > 0 && html`<p class="soft">${t("analysis.marks", { choice: SYMBOLS.choice, dice: SYMBOLS.dice, card: SYMBOLS.card })}</p>`}
    ${decision ? html`<${WhatElse} key=${decision.version} ...${props} decision=${decision} />` : html`<p class="soft">${t("analysis.none")}</p>`}
    ${mistakes.length > 0 && html`<p class="row replay-mistakes">${t("analysis.column.mistakes")}: ${mistakes.map(({ version, seat }) => html`<button key=${version} type="button" aria-pressed=${decision?.version === version} onClick=${() => showDecision(stage, version)}><${Badge} seat=${seat} /> ${version}</button>`)}</p>`}`;
}

/** A decision: what was played, and the best other commands with the lines that might have followed.
 * @param {Parts & {decision: Decision}} props
 */
function WhatElse({ stage, match, game, box, seats, decision }) {
  const { version, seat, played, loss, spread, hindsight, mistake, options, tried } = decision;
  const [detail, setDetail] = useState(/** @type {Decision | null} */ (null));
  const task = useTask();
  const fork = useTask();
  const key = useMemo(newKey, [version]);
  const [phrase, setPhrase] = useState(/** @type {{write: import("../../types.d.ts").Phrase} | null} */ (null));
  useEffect(() => void game.phrase().then((write) => setPhrase({ write }), () => {}), [game]);
  const follow = task.run(async () => setDetail(await read(`/matches/${match.id}/analysis/${version}`)));
  const fightBots = fork.run(() => {
    const wishes = seatsAgainstBots(seats.length, seat, usualLevel(box.bots) ?? "");
    return playOn(match.id, forkRequest(version - 1, seat, wishes), wishes, key);
  });
  const view = match.timeline.view(version - 1);
  const write = (/** @type {Choice} */ { command }) => {
    try {
      return phrase?.write(command, { components: box.components, view, seats, seat }) ?? "";
    } catch {
      return command.t;
    }
  };
  const now = detail ?? decision;
  const row = (/** @type {Choice} */ choice, /** @type {string} */ kind, followed = true) => html`<li class=${kind}><span>${write(choice)}</span> <b>${percent(choice.known)}</b>
    ${followed && choice.line && html`<ul class="soft">${choice.line.filter(({ key }) => !SILENT.has(key)).slice(0, LINES).map((line, index) => html`<li key=${index}>${sentenceOf(line, seats, box.components, game)}</li>`)}</ul>`}</li>`;
  return html`<section class="replay-what-else" aria-label=${t("analysis.what_else")}>
    <h3><button type="button" class="plain" onClick=${() => stage.go(version)}>${t("replay.entry", { at: version })}</button> <${Badge} seat=${seat} /> ${nameOf(seats, seat)}</h3>
    ${played && now.played
      ? html`<ol>${row(now.played, "played")}${now.best.map((choice, at) => row(choice, "other", at < FOLLOWED))}</ol>
        <p>${mistake ? html`<strong>${t("analysis.mistake")}</strong> ` : null}${t("analysis.loss", { loss: percent(loss), spread: percent(spread) })} <span class="soft">${t("analysis.hindsight", { hindsight: percent(hindsight) })} ${t("analysis.options", { options, tried })}</span></p>
        <p class="row">${!detail && html`<button type="button" aria-busy=${task.busy} disabled=${task.busy} onClick=${follow}>${t("analysis.follow")}</button>`}
          <button type="button" aria-busy=${fork.busy} disabled=${fork.busy} onClick=${fightBots}>${t("analysis.play_on")}</button></p>`
      : html`<p class="soft">${t("analysis.unknown")}</p>`}
    ${task.trouble && html`<p class="notice bad" role="alert">${errorText(task.trouble)}</p>`}
    ${fork.trouble && html`<p class="notice bad" role="alert">${refusalText(fork.trouble)}</p>`}
  </section>`;
}
