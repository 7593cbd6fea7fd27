/** The rules of a match in words: the closest preset, and the options that differ from it. */

import { html } from "../dom.js";
import { t } from "../words/words.js";
import { presetName, valueText, withTexts, optionTexts } from "./option_words.js";
import { closestPreset } from "./presets.js";
import { draftOf, fieldOf, valueOf, withNames } from "./schema.js";

/** The rules line, or nothing if the game has no options.
 * @param {{box: import("../types.d.ts").GameSummary, options: any}} props
 */
export function RulesLine({ box, options }) {
  const words = optionTexts(box.components);
  const field = withTexts(withNames(fieldOf(box.options), box.components.names), words);
  if (!field.fields?.length) return null;
  const { preset, others } = closestPreset(field, box.presets, valueOf(field, draftOf(field, options)).value);
  const name = preset === null ? t("lobby.rules.usual") : presetName(preset, words);
  return html`<div class="lobby-rules">
    <p><b>${t("lobby.open.options")}:</b> ${others.length === 0 ? name : t("lobby.rules.but", { name, count: others.length })}</p>
    ${others.length > 0 && html`<ul>${others.map((one) => html`<li key=${one.field.name}>${t("lobby.rules.option", { name: one.field.label, value: valueText(one.field, one.value) })}</li>`)}</ul>`}
  </div>`;
}
