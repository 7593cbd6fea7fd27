/** A match that cannot be shown: why, and what helps. What may pass is tried again. */

import { html, useEffect, useState } from "../../dom.js";
import { TopBar } from "../topbar.js";
import { troubleText } from "../../ui/trouble.js";
import { Problem, passes } from "../../api/api.js";
import { t } from "../../words/words.js";

const EVERY = 5;

/** @param {{id: string, problem: Error, again: () => void, bare: boolean}} props */
export function Missing({ id, problem, again, bare }) {
  const kind = problem instanceof Problem ? problem.kind : "";
  const none = kind === "not-found" || kind === "malformed";
  const waits = passes(problem);
  return html`<div class="match-page">
    ${!bare && html`<${TopBar} />`}
    <main class="match-missing panel" role="alert">
      <h1>${t(none ? "match.missing.none" : waits ? "match.missing.later" : "match.missing.title")}</h1>
      <p>${none ? t("match.missing.why") : troubleText(problem)}</p>
      ${kind === "data-set-missing" && html`<p>${t("match.missing.lines")} <a href=${`/api/v1/matches/${encodeURIComponent(id)}/audit`}>${t("match.missing.audit")}</a></p>`}
      <div class="row">
        ${!none && html`<button type="button" class="primary" onClick=${problem instanceof Problem ? again : afresh}>${t("match.try_now")}</button>`}
        ${!bare && html`<a class="button" href="/">${t("match.to_lobby")}</a>`}
        ${waits && html`<${Countdown} from=${Math.max(EVERY, /** @type {Problem} */ (problem).retryAfter ?? 0)} over=${again} />`}
      </div>
    </main>
  </div>`;
}

/** What is no refusal is a module that did not come: after an upgrade only the new page knows where they are. */
const afresh = () => location.reload();

/** @param {{from: number, over: () => void}} props */
function Countdown({ from, over }) {
  const [left, setLeft] = useState(from);
  useEffect(() => {
    const timer = setTimeout(() => (left > 1 ? setLeft(left - 1) : over()), 1000);
    return () => clearTimeout(timer);
  }, [left]);
  return html`<span class="soft match-countdown" aria-live="off">${t("match.connection.seconds", { seconds: left })}</span>`;
}
