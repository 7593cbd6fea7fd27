/** The overview of a tournament: description, plan, downloads and proof. */

import { html } from "../../dom.js";
import { language, t } from "../../words/words.js";
import { PlanInWords } from "./plan.js";
import { YourList } from "./sealed_list.js";
import { sheetAt } from "./sheets.js";

/** @typedef {import("../../types.d.ts").TournamentSummary} TournamentSummary */

const PARTS = /** @type {const} */ (["draws", "tables"]);

/** @param {{card: TournamentSummary, onCard: (card: TournamentSummary) => void}} props */
export function About({ card, onCard }) {
  return html`<div class="tn-about">
    ${card.description && html`<p class="tn-description">${card.description}</p>`}
    ${card.plan.decks !== "none" && card.yours.entrant !== null && html`<${YourList} card=${card} number=${card.yours.entrant} onCard=${onCard} />`}
    <${PlanInWords} card=${card} />
    <${Files} card=${card} />
    <${Proof} card=${card} />
  </div>`;
}

/** Sheets to print and files to download.
 * @param {{card: TournamentSummary}} props
 */
function Files({ card }) {
  const api = `/api/v1/tournaments/${card.id}`;
  const begun = card.rounds.length > 0;
  const [only, more] = card.plan.stages;
  const chess = only?.method === "swiss" && only.table === 2 && (only.groups ?? 1) === 1 && !more;
  return html`<section class="tn-section" aria-labelledby="tn-files">
    <h2 id="tn-files">${t("tournament.files")}</h2>
    <ul class="tn-files">
      ${begun && html`<li><a href=${sheetAt(card, "final")}>${t(`tournament.files.${card.phase === "finished" ? "final" : "interim"}`)}</a></li>`}
      ${card.rounds.map((one) => html`<li key=${one.round}><a href=${sheetAt(card, `rounds/${one.round}`)}>${t("tournament.files.round", { round: one.round })}</a></li>`)}
      <${File} href=${`${api}/bundle`} name="bundle" />
      <${File} href=${`${api}/log.ndjson`} name="log" />
      <${File} href=${`${api}/export.json`} name="json" />
      ${begun && html`<${File} href=${`${api}/standings.csv?lang=${language()}`} name="standings" />
        <${File} href=${`${api}/pairings.csv?lang=${language()}`} name="pairings" />
        <${File} href=${`${api}/results.csv?lang=${language()}`} name="results" />
        ${chess && html`<${File} href=${`${api}/report.trf`} name="trf" />`}`}
    </ul>
  </section>`;
}

/** @param {{href: string, name: string}} props */
function File({ href, name }) {
  return html`<li><a href=${href} download>${t(`tournament.files.${name}`)}</a></li>`;
}

/** The commitments published before registration, the randomness that entrants added, and how to verify both.
 * @param {{card: TournamentSummary}} props
 */
function Proof({ card }) {
  const added = card.entrants.filter((one) => one.entropy).length;
  return html`<section class="tn-section" aria-labelledby="tn-proof">
    <h2 id="tn-proof">${t("tournament.proof")}</h2>
    <p>${t(card.plan.elsewhere ? "tournament.proof.how.elsewhere" : "tournament.proof.how")}</p>
    ${card.entrants.length > 0 && html`<p>${t("tournament.proof.added", { added, all: card.entrants.length })}</p>`}
    <p>${t(card.secret ? "tournament.proof.shown" : "tournament.proof.later")}</p>
    <dl class="tn-plan">
      ${PARTS.map((part) => html`<div key=${part}><dt>${t(`tournament.proof.commitment.${part}`)}</dt><dd><code>${card.commitments[part]}</code></dd></div>`)}
      ${card.secret && PARTS.map((part) => html`<div key=${`${part} shown`}><dt>${t(`tournament.proof.secret.${part}`)}</dt><dd>${
        card.secret?.[part] ? html`<code>${card.secret[part]}</code>` : t("tournament.proof.kept")}</dd></div>`)}
    </dl>
    <p>${t("tournament.proof.verify")} <code>chronik verify ${card.id.slice(0, 8)}.bundle.ndjson</code>. <a href="/docs#tournament_bundle">${t("tournament.proof.docs")}</a></p>
    <p>${t("common.proves")} ${t("tournament.proof.head")}</p>
  </section>`;
}
