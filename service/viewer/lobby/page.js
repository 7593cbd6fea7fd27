/** The lobby: matches that are open, running and finished, and a new one to begin. */

import { html, useEffect, useState } from "../dom.js";
import { read } from "../service/api.js";
import { t } from "../words/words.js";

export function Lobby() {
  const [page, setPage] = useState(/** @type {any} */ (null));
  useEffect(() => void read("/matches").then(setPage), []);
  return html`<main class="lobby"><h1>${t("common.title")}</h1>
    <ul>${page?.matches.map((/** @type {any} */ match) => html`<li><a href=${`/replay/${match.id}`}>${match.id}</a> ${t(`common.status.${match.status}`)}</li>`)}</ul>
  </main>`;
}
