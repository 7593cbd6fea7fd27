/** The values behind a verification: hashes, secret, seed, and every shuffle with its random stream. */

import { html } from "../../dom.js";
import { t } from "../../words/words.js";

/** @param {{report: import("./verify.js").Report}} props */
export function Details({ report }) {
  const { archive, log, seed, draws } = report;
  if (!archive) return null;
  const { manifest } = archive;
  const shuffles = draws.filter(({ label }) => label !== null);
  const figures = {
    match: manifest.match,
    head: manifest.head,
    commitment: log?.opened.commitment,
    secret: manifest.secret,
    seed,
    facts: manifest.header.facts,
  };
  return html`<details class="verify-details">
    <summary>${t("verify.details")}</summary>
    <dl>
      ${Object.entries(figures).map(([name, value]) => value && html`<dt>${t(`verify.detail.${name}`)}</dt><dd><code>${value}</code></dd>`)}
      <dt>${t("verify.detail.signature")}</dt>
      <dd>${manifest.key_id ? t(report.revoked ? "verify.signature.revoked" : "verify.signature.by", { key: manifest.key_id }) : t("verify.signature.none")}</dd>
    </dl>
    ${shuffles.length > 0 && html`<${Shuffles} shuffles=${shuffles} />`}
    <p class="soft">${t("verify.means")}</p>
  </details>`;
}

/** @param {{shuffles: import("./verify.js").RepeatedDraw[]}} props */
const Shuffles = ({ shuffles }) => html`<div class="verify-shuffles" tabindex="0" role="region" aria-label=${t("verify.draws")}><table>
  <caption>${t("verify.draws")}</caption>
  <thead><tr>${["entry", "label", "cards", "first", "same"].map((name) => html`<th scope="col">${t(`verify.draws.${name}`)}</th>`)}</tr></thead>
  <tbody>${shuffles.map(
    (draw, index) => html`<tr key=${index}>
      <th scope="row">${draw.entry}</th>
      <td><code>${draw.label}</code></td>
      <td>${draw.known?.length ? t("verify.draws.kept", { shuffled: draw.from?.length ?? 0, count: draw.outcome.length }) : draw.outcome.length}</td>
      <td><code>${draw.outcome.slice(draw.known?.length ?? 0).slice(0, 4).join(" ")}</code></td>
      <td>${t(`verify.state.${draw.same === null ? "open" : draw.same ? "good" : "bad"}`)}</td>
    </tr>`,
  )}</tbody>
</table></div>`;
