/** The message for a match that cannot be shown, with a way to retry. Temporary problems are retried automatically. */

import { html, useEffect, useState } from "../../dom.js";
import { lazy } from "../../ui/lazy.js";
import { TopBar } from "../topbar.js";
import { errorText } from "../../ui/error_notice.js";
import { Problem, isNotFound, isTemporary } from "../../api/api.js";
import { t } from "../../words/words.js";

const Absent = lazy(() => import("../../ui/absent.js").then((module) => module.Absent), { words: ["absent"], styles: ["style/problem.css"] });

const EVERY = 5;
/** Seconds before an automatic retry. */

/** @param {{id: string, problem: Error, again: () => void, bare: boolean}} props */
export function Missing({ id, problem, again, bare }) {
  const kind = problem instanceof Problem ? problem.kind : "";
  const waits = isTemporary(problem);
  if (isNotFound(problem)) return html`<div class="match-page">${!bare && html`<${TopBar} />`}<main><${Absent} what="match" framed=${bare} /></main></div>`;
  return html`<div class="match-page">
    ${!bare && html`<${TopBar} />`}
    <main class="match-missing panel">
      <div role="alert"><h1>${t(waits ? "match.missing.later" : "match.missing.title")}</h1><p>${errorText(problem)}</p></div>
      ${kind === "data-set-missing" && html`<p>${t("match.missing.lines")} <a href=${`/api/v1/matches/${encodeURIComponent(id)}/audit`}>${t("match.missing.audit")}</a></p>`}
      <div class="row">
        <button type="button" class="primary" onClick=${problem instanceof Problem ? again : reloadPage}>${t("match.try_now")}</button>
        ${!bare && html`<a class="button" href="/">${t("match.to_lobby")}</a>`}
        ${waits && html`<${Countdown} from=${Math.max(EVERY, /** @type {Problem} */ (problem).retryAfter ?? 0)} over=${again} />`}
      </div>
    </main>
  </div>`;
}

/** Any error that is not a refusal means that a module failed to load. After an upgrade, only a reloaded page knows the addresses of modules. */
const reloadPage = () => location.reload();

/** @param {{from: number, over: () => void}} props */
function Countdown({ from, over }) {
  const [left, setLeft] = useState(from);
  useEffect(() => {
    const timer = setTimeout(() => (left > 1 ? setLeft(left - 1) : over()), 1000);
    return () => clearTimeout(timer);
  }, [left]);
  return html`<span class="soft match-countdown" aria-live="off">${t("match.connection.seconds", { seconds: left })}</span>`;
}
