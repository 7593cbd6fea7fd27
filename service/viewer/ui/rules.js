/** The ways to the rule books. */

import { html } from "../dom.js";
import { Problem } from "../api/api.js";
import { t } from "../words/words.js";
import { gameName } from "./game_name.js";

/** The rule book of a game; `named` where the game is not named beside it.
 * @param {{game: string, named?: boolean}} props
 */
export function RuleBook({ game, named = false }) {
  const whole = t("common.rules.of", { game: gameName(game) });
  return html`<a class="rule-book" href=${`/docs/rules/${game}`} hreflang="en" target="_blank" rel="noopener"
    title=${whole} aria-label=${whole}>${named ? whole : t("common.rules")}</a>`;
}

/** The rule that a refusal cites, where it can be read; nothing where it cites none.
 * @param {{error: unknown}} props
 */
export function CitedRule({ error }) {
  const { rule, rule_url: url } = error instanceof Problem ? error.members : {};
  if (!url || rule.startsWith("/")) return null;
  return html`<a class="cited-rule" href=${url} hreflang="en" target="_blank" rel="noopener">${t("common.rule", { rule })}</a>`;
}
