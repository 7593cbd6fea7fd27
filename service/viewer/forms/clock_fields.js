/** The form fields for a clock of a match or tournament: the time per answer and per match, and what happens at zero. */

import { html } from "../dom.js";
import { levelName } from "../ui/game_name.js";
import { t } from "../words/words.js";
import { MOST } from "./clock_draft.js";
import { ChoiceField, NumberField, TickField } from "./field.js";

/** @typedef {import("./clock_draft.js").ClockDraft} ClockDraft */

const AT_ZERO = ["default", "bot", "forfeit"];

/** @param {{clock: ClockDraft, bots: string[], faults: Record<string, string>, onChange: (clock: ClockDraft) => void}} props */
export function ClockFields({ clock, bots, faults, onChange }) {
  /** @param {keyof ClockDraft} name */
  const field = (name) => ({
    at: `$.clock.${name}`,
    label: t(`tournaments.clock.${name}`),
    value: clock[name],
    fault: faults[`$.clock.${name}`],
    onChange: (/** @type {any} */ value) => onChange({ ...clock, [name]: value }),
  });
  const levels = bots.length ? AT_ZERO : AT_ZERO.filter((one) => one !== "bot");
  const players = bots.map((one) => [one, t("common.bot", { level: levelName(one) })]);
  /** "bot" needs a level, because the bot takes over at once. "default" needs none: after three defaults the seat may also forfeit. */
  const zero = (/** @type {string} */ at_zero) => onChange({ ...clock, at_zero, bot: at_zero === "bot" ? clock.bot || (bots.at(-1) ?? "") : "" });
  return html`<fieldset class="lobby-group" id="$.clock" tabindex="-1">
    <legend>${t("tournaments.clock")}</legend>
    <${TickField} at="clock-on" label=${t("tournaments.clock.on")} help=${t("tournaments.clock.on.help")} value=${clock.on}
      onChange=${(/** @type {boolean} */ on) => onChange({ ...clock, on })} />
    ${faults["$.clock"] && html`<p class="lobby-fault" role="alert">${faults["$.clock"]}</p>`}
    ${clock.on && html`<div class="tournaments-fields">
      <${NumberField} ...${field("command")} max=${MOST.command} />
      <${NumberField} ...${field("match")} max=${MOST.match} step="any" />
      <${NumberField} ...${field("increment")} max=${MOST.increment} />
      <${ChoiceField} ...${field("at_zero")} onChange=${zero} choices=${levels.map((one) => [one, t(`tournaments.zero.${one}`)])} help=${t(`tournaments.zero.${clock.at_zero}.help`)} />
      ${clock.at_zero === "bot" && html`<${ChoiceField} ...${field("bot")} choices=${players} />`}
      ${clock.at_zero === "default" && html`<${ChoiceField} ...${field("bot")} label=${t("tournaments.clock.in_a_row")} choices=${[["", t("tournaments.zero.forfeit")], ...players]} />`}
    </div>
    <p class="lobby-help">${t("tournaments.clock.help")}</p>`}
  </fieldset>`;
}
