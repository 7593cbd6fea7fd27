/** The stages section: pairing method, table size, rounds and cut of each stage. */

import { html } from "../../dom.js";
import { t } from "../../words/words.js";
import { ChoiceField, NumberField } from "../../forms/field.js";
import { stageDraft, tableSizes } from "./plans.js";

/** @typedef {import("./plans.js").StageDraft} StageDraft */

const METHODS = ["swiss", "round-robin", "elimination"];
const MOST = 6;

/** @param {{stages: StageDraft[], short: boolean, seats: number[], faults: Record<string, string>, onChange: (stages: StageDraft[]) => void}} props `short` leaves out the fields that the form has above */
export function Stages({ stages, short, seats, faults, onChange }) {
  return html`<fieldset class="lobby-group" id="$.stages" tabindex="-1">
    <legend>${t("tournaments.stages")}</legend>
    ${faults["$.stages"] && html`<p class="lobby-fault" role="alert">${faults["$.stages"]}</p>`}
    ${stages.map((stage, number) => html`<${OneStage} key=${number} stage=${stage} number=${number} seats=${seats} faults=${faults} alone=${stages.length === 1} short=${short && number === 0}
      onChange=${(/** @type {StageDraft} */ other) => onChange(stages.map((one, at) => (at === number ? other : one)))}
      onRemove=${() => onChange(stages.filter((_, at) => at !== number))} />`)}
    ${stages.length < MOST && html`<div><button type="button"
      onClick=${() => onChange([...stages, stageDraft({ method: "elimination", table: stages.at(-1)?.table ?? seats[0], cut: "4" })])}>${t("tournaments.stage.add")}</button></div>`}
  </fieldset>`;
}

/** @param {{stage: StageDraft, short: boolean, number: number, seats: number[], faults: Record<string, string>, alone: boolean, onChange: (stage: StageDraft) => void, onRemove: () => void}} props */
function OneStage({ stage, short, number, seats, faults, alone, onChange, onRemove }) {
  const at = `$.stages[${number}]`;
  /** @param {keyof StageDraft} name */
  const field = (name) => ({ at: `${at}.${name}`, value: stage[name], fault: faults[`${at}.${name}`], onChange: (/** @type {any} */ value) => onChange({ ...stage, [name]: value }) });
  const sizes = tableSizes(seats);
  const pods = stage.method === "swiss" && stage.table > 2;
  return html`<fieldset class="lobby-group tournaments-stage" id=${at} tabindex="-1">
    <legend>${t("tournaments.stage", { number: number + 1 })}</legend>
    ${faults[at] && html`<p class="lobby-fault" role="alert">${faults[at]}</p>`}
    <div class="tournaments-fields">
      <${ChoiceField} ...${field("method")} label=${t("tournaments.stage.method")} choices=${METHODS.map((one) => [one, t(`tournaments.method.${one}`)])}
        help=${t(`tournaments.method.${pods ? "pods" : stage.method}.help`)} />
      ${!short && html`<${ChoiceField} ...${field("table")} label=${t("tournaments.stage.table")} choices=${sizes.map((one) => [one, String(one)])} />`}
      ${stage.table === 2 && html`<${ChoiceField} ...${field("best_of")} label=${t("tournaments.stage.best_of")} help=${t("tournaments.stage.best_of.help")}
        choices=${[1, 3, 5].map((one) => [one, t("tournaments.best_of", { games: one })])} />`}
      ${!short && stage.method === "swiss" && html`<${NumberField} ...${field("rounds")} label=${t("tournaments.stage.rounds")} min=${1} max=${30} />`}
      ${stage.method !== "elimination" && html`<${NumberField} ...${field("groups")} label=${t("tournaments.stage.groups")} min=${1} max=${64} />`}
      ${stage.method === "elimination" && stage.table > 2 && html`<${NumberField} ...${field("advance")} label=${t("tournaments.stage.advance")} min=${1} max=${stage.table - 1} />`}
      ${number > 0 && html`<${NumberField} ...${field("cut")} label=${t("tournaments.stage.cut")} help=${t("tournaments.stage.cut.help")} max=${1024} />`}
    </div>
    ${!alone && html`<div><button type="button" class="plain" onClick=${onRemove}>${t("tournaments.stage.remove", { number: number + 1 })}</button></div>`}
  </fieldset>`;
}
