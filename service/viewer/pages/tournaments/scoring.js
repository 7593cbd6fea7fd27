/** The scoring section: the scoring method, with a note on what it rewards, and the tie-breaks. */

import { html } from "../../dom.js";
import { t } from "../../words/words.js";
import { ChoiceField, TickField } from "../../forms/field.js";
import { moveItem } from "./plans.js";

/**
 * @typedef {{id: string, tie_breaks: string[], incentive: string, source: string}} Preset
 * @typedef {{presets: Preset[], tie_breaks: string[]}} Scorings
 */

/** @param {{scorings: Scorings, scoring: string, ties: string[] | null, faults: Record<string, string>, onScoring: (id: string) => void, onTies: (ties: string[] | null) => void}} props `ties` is null for the defaults of the scoring method */
export function Scoring({ scorings, scoring, ties, faults, onScoring, onTies }) {
  const preset = scorings.presets.find((one) => one.id === scoring);
  const usual = preset?.tie_breaks ?? [];
  return html`<fieldset class="lobby-group">
    <legend>${t("tournaments.scoring")}</legend>
    <${ChoiceField} at="$.scoring" label=${t("tournaments.scoring.preset")} value=${scoring} fault=${faults["$.scoring"]} onChange=${onScoring}
      choices=${scorings.presets.map((one) => [one.id, t(`tournament.scoring.${one.id}`)])} />
    ${preset && html`<p class="lobby-help"><b>${t(`tournament.incentive.${preset.incentive}`)}</b> ${t("tournaments.scoring.source")} <span lang="en">${preset.source}.</span></p>`}
    <${TickField} at="own-ties" label=${t("tournaments.ties.usual")} help=${usual.length ? usual.map(tieText).join(" · ") : t("tournaments.ties.none")} value=${ties === null}
      onChange=${(/** @type {boolean} */ as) => onTies(as ? null : usual)} />
    ${ties !== null && html`<${Ties} ties=${ties} all=${scorings.tie_breaks} onChange=${onTies} />`}
    ${faults["$.tie_breaks"] && html`<p class="lobby-fault" role="alert">${faults["$.tie_breaks"]}</p>`}
  </fieldset>`;
}

/** The chosen tie-breaks. Removing the last one restores the defaults.
 * @param {{ties: string[], all: string[], onChange: (ties: string[] | null) => void}} props
 */
function Ties({ ties, all, onChange }) {
  const left = all.filter((code) => !ties.includes(code));
  return html`<div id="$.tie_breaks" tabindex="-1" class="tournaments-ties">
    <ol>${ties.map((code, at) => html`<li key=${code}><span>${tieText(code)}</span>
      <button type="button" class="plain" disabled=${at === 0} aria-label=${t("tournaments.ties.earlier", { code })} onClick=${() => onChange(moveItem(ties, at, at - 1))}>↑</button>
      <button type="button" class="plain" disabled=${at === ties.length - 1} aria-label=${t("tournaments.ties.later", { code })} onClick=${() => onChange(moveItem(ties, at, at + 1))}>↓</button>
      <button type="button" class="plain" aria-label=${t("tournaments.ties.remove", { code })} onClick=${() => onChange(ties.length > 1 ? ties.filter((one) => one !== code) : null)}>×</button>
    </li>`)}</ol>
    ${left.length > 0 && html`<${ChoiceField} at="more-ties" label=${t("tournaments.ties.add")} value="" choices=${[["", t("tournaments.ties.choose")], ...left.map((code) => [code, tieText(code)])]}
      onChange=${(/** @type {string} */ code) => code && onChange([...ties, code])} />`}
  </div>`;
}

/** Returns a tie-break's code and name.
 * @param {string} code
 */
const tieText = (code) => `${code}: ${t(`tournament.tie.${code}`)}`;
