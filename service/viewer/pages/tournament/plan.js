/** The plan of a tournament in words: stages, scoring, clock and rules. */

import { html, useEffect, useState } from "../../dom.js";
import { lazy } from "../../ui/lazy.js";
import { dateAndTime } from "../../ui/times.js";
import { read } from "../../api/api.js";
import { language, t } from "../../words/words.js";
import { stageName } from "../../ui/stage_name.js";
import { formatDuration } from "./numbers.js";
import { PlayerLink } from "./people.js";

/**
 * @typedef {import("../../types.d.ts").TournamentSummary} TournamentSummary
 * @typedef {import("../../types.d.ts").Stage} Stage
 * @typedef {{id: string, incentive: string, tie_breaks: string[], source: string}} Preset
 */

const Rules = lazy(() => import("./rules.js").then((module) => module.Rules), { words: ["lobby"], styles: ["style/lobby.css"] });
/** @type {Promise<Preset[]> | null} */
let presetsRequest = null;

/** @param {{card: TournamentSummary}} props */
export function PlanInWords({ card }) {
  const { plan } = card;
  const preset = usePreset(plan.scoring);
  const longest = (plan.clock?.match ?? 0) * Math.max(...plan.stages.map((stage) => stage.table));
  const ties = plan.tie_breaks.length > 0 ? plan.tie_breaks : (preset?.tie_breaks ?? null);
  return html`<section class="tn-section" aria-labelledby="tn-plan">
    <h2 id="tn-plan">${t("tournament.about.plan")}</h2>
    <dl class="tn-plan">
      <${Item} name="stages"><ol>${plan.stages.map((stage, number) => html`<li key=${number}>${card.stage_names.length > 1 && html`<b>${stageName(card.stage_names[number])}.</b> `}${stageText(stage)}</li>`)}</ol><//>
      <${Item} name="scoring"><b>${scoringName(plan.scoring)}</b>${preset && html`<br /><span>${t(`tournament.incentive.${preset.incentive}`)}</span>`}<//>
      ${ties && html`<${Item} name="ties">${ties.length > 0 && html`<ol>${ties.map((code, at) => html`<li
        key=${at}>${tieName(code)} <span class="soft">${code}</span></li>`)}</ol>`}<span>${t("tournament.about.lot", { prizes: plan.prizes })}</span><//>`}
      <${Item} name="clock">${clockText(plan.clock)}${!plan.elsewhere && html`<br /><span class="soft">${t(`tournament.clock.${plan.clock ? "runs" : "free"}`)}${longest > 0 && ` ${t("tournament.clock.longest", { time: formatDuration(longest) })}`}</span>`}<//>
      <${Item} name="where">${t(`tournament.about.${plan.elsewhere ? "elsewhere" : "here"}`)}<//>
      ${!plan.elsewhere && html`<${Item} name="rules"><${Rules} game=${card.game} options=${plan.options} /><//>
        <${Item} name="shown">${t(`tournament.about.shown.${plan.disclosure}`)}<//>`}
      ${plan.decks !== "none" && html`<${Item} name="decks">${t(`tournament.about.decks.${plan.decks}`)}<//>`}
      ${plan.check_in && html`<${Item} name="check_in">${t("tournament.about.check_in_wanted")}<//>`}
      ${plan.capacity > 0 && html`<${Item} name="capacity">${plan.capacity}<//>`}
      <${Item} name="staff"><ul>${card.staff.map((one) => html`<li key=${one.player}><${PlayerLink} player=${one.player}
        name=${one.name ?? t("common.erased")} /> <span class="soft">${t(`tournament.about.role.${one.role}`)}</span></li>`)}</ul><//>
    </dl>
  </section>`;
}

/** @param {{name: string, children?: any}} props */
function Item({ name, children }) {
  return html`<div><dt>${t(`tournament.about.${name}`)}</dt><dd>${children}</dd></div>`;
}

/** Returns a stage as a sentence.
 * @param {Stage} stage
 * @returns {string}
 */
export function stageText(stage) {
  const parts = [t(`tournament.stage.${stage.method}`, { table: stage.table, rounds: stage.rounds ?? 0, advance: stage.advance ?? 1 })];
  if ((stage.best_of ?? 1) > 1) parts.push(t("tournament.stage.best_of", { games: stage.best_of }));
  if ((stage.groups ?? 1) > 1) parts.push(t("tournament.stage.groups", { groups: stage.groups }));
  if (stage.cut) parts.push(t("tournament.stage.cut", { cut: stage.cut }));
  return `${parts.join(". ")}.`;
}

/** Returns the name of a scoring method.
 * @param {string} id
 * @returns {string}
 */
const scoringName = (id) => textOr(`tournament.scoring.${id}`, id);

/** Returns the name of a tie-break.
 * @param {string} code
 * @returns {string}
 */
export const tieName = (code) => textOr(`tournament.tie.${code}`, code);

/** @param {string} key @param {string} otherwise */
function textOr(key, otherwise) {
  const words = t(key);
  return words === key ? otherwise : words;
}

/** Returns the clock of all matches in words.
 * @param {any} clock
 * @returns {string}
 */
function clockText(clock) {
  if (!clock) return t("tournament.about.no_clock");
  const zero = clock.at_zero ?? "default";
  return `${limitText(clock)}; ${t(`tournament.clock.zero.${zero}${zero === "default" && clock.bot ? "_bot" : ""}`)}`;
}

/** Returns the limits of a clock in words.
 * @param {any} clock
 * @returns {string}
 */
export function limitText(clock) {
  const limits = ["command", "match", "increment"].flatMap((name) => (clock[name] ? [t(`tournament.clock.${name}`, { time: formatDuration(clock[name]) })] : []));
  if (clock.deadline) limits.push(t("tournament.clock.deadline", { moment: dateAndTime(clock.deadline, language()) }));
  return limits.join("; ");
}

/** Returns the facts about a scoring method, or null while loading.
 * @param {string} id
 * @returns {Preset | null}
 */
function usePreset(id) {
  const [presets, setPresets] = useState(/** @type {Preset[]} */ ([]));
  useEffect(() => {
    presetsRequest ??= read("/scoring").then((answer) => answer.presets);
    presetsRequest.then(setPresets, () => void (presetsRequest = null));
  }, []);
  return presets.find((one) => one.id === id) ?? null;
}
