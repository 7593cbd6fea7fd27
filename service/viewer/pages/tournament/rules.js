/** The rules of all matches of a tournament, in the game's words. */

import { html, useEffect, useState } from "../../dom.js";
import { RulesLine } from "../../forms/rules_line.js";
import { RuleBook } from "../../ui/rules.js";
import { read } from "../../api/api.js";
import { t } from "../../words/words.js";

/** @param {{game: string, options: any}} props */
export function Rules({ game, options }) {
  const [box, setBox] = useState(/** @type {any} */ (null));
  useEffect(() => {
    read(`/games/${game}`).then(setBox, () => setBox({}));
  }, [game]);
  if (!box) return html`<span class="soft">${t("common.loading")}</span>`;
  return box.game ? html`<${RulesLine} box=${box} options=${options} /><p class="lobby-rules"><${RuleBook} game=${game} named /></p>` : t("lobby.rules.usual");
}
