/** Links to the rule books. */

import { html } from "../dom.js";
import { Problem } from "../api/api.js";
import { t } from "../words/words.js";
import { gameName } from "./game_name.js";

/** A link to the rule book of a game. `named` is true if the game's name is not shown beside it.
 * @param {{game: string, named?: boolean}} props
 */
export function RuleBook({ game, named = false }) {
  const whole = t("common.rules.of", { game: gameName(game) });
  return html`<a class="rule-book" href=${`/docs/rules/${game}`} hreflang="en" target="_blank" rel="noopener"
    title=${whole} aria-label=${whole}>${named ? whole : t("common.rules")}</a>`;
}

/** A link to the rule that a refusal cites, or nothing if it cites none.
 * @param {{error: unknown}} props
 */
export function CitedRule({ error }) {
  const { rule, rule_url: url } = error instanceof Problem ? error.members : {};
  if (!url || rule.startsWith("/")) return null;
  return html`<a class="cited-rule" href=${url} hreflang="en" target="_blank" rel="noopener">${t("common.rule", { rule })}</a>`;
}
