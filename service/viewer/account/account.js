/** The account dialog: becoming a player, tokens for other devices, signing out. */

import { html, useEffect, useState } from "../dom.js";
import { Copy } from "../ui/copy.js";
import { Dialog } from "../ui/dialog.js";
import { ErrorNotice } from "../ui/error_notice.js";
import { isProblem } from "../api/api.js";
import { setPlayer, usePlayer } from "../api/player.js";
import { language, t } from "../words/words.js";
import { dateAndTime } from "../ui/times.js";
import { NameField, nameFault, requireName } from "./name_field.js";
import { OwnData } from "./own_data.js";
import { createToken, ensurePlayer, revokeToken, signIn, listTokens } from "./people.js";
import { useTask } from "../ui/task.js";

/** @typedef {import("./people.js").TokenLine} TokenLine */

/** @param {{onClose: () => void}} props */
export function Account({ onClose }) {
  const somebody = usePlayer();
  const [ghost, setGhost] = useState("");
  return html`<${Dialog} title=${somebody ? somebody.name : t("lobby.account.guest")} open=${true} onClose=${onClose}>
    ${ghost && !somebody && html`<p class="notice" role="status">${t("lobby.own.erased", { name: ghost })}</p>`}
    ${somebody ? html`<${PlayerAccount} key=${somebody.player} somebody=${somebody} onClose=${onClose} onErased=${setGhost} />` : html`<${Guest} />`}
  <//>`;
}

function Guest() {
  return html`<div class="lobby-account"><p class="soft">${t("lobby.account.why")}</p><${Register} /><hr /><${SignIn} /></div>`;
}

function Register() {
  const [name, setName] = useState("");
  const { busy, trouble, run } = useTask();
  return html`<form class="lobby-form" novalidate onSubmit=${run(async () => ensurePlayer(requireName("account-name", name)))}>
    <${NameField} id="account-name" value=${name} fault=${nameFault(trouble)} onChange=${setName} />
    ${!nameFault(trouble) && html`<${ErrorNotice} error=${trouble} />`}
    <button class="primary" aria-busy=${busy}>${t("lobby.account.become")}</button>
  </form>`;
}

function SignIn() {
  const [token, setToken] = useState("");
  const { busy, trouble, run } = useTask();
  const unknown = isProblem(trouble, "unauthenticated");
  return html`<form class="lobby-form" novalidate onSubmit=${run(() => signIn(token.trim()))}>
    <div class="lobby-field">
      <label for="account-token">${t("lobby.account.token_field")}</label>
      <input id="account-token" class="mono" type="password" autocomplete="off" spellcheck=${false} required value=${token} placeholder="chronik_…"
        aria-invalid=${unknown ? "true" : null} aria-describedby="account-token-help" onInput=${(/** @type {any} */ event) => setToken(event.target.value)} />
      <p id="account-token-help" class=${unknown ? "lobby-fault" : "lobby-help"}
        role=${unknown ? "alert" : null}>${t(unknown ? "lobby.account.unknown_token" : "lobby.account.token_help")}</p>
    </div>
    ${!unknown && html`<${ErrorNotice} error=${trouble} />`}
    <button aria-busy=${busy} disabled=${!token.trim()}>${t("lobby.account.sign_in")}</button>
  </form>`;
}

/** @param {{somebody: import("../types.d.ts").Player, onClose: () => void, onErased: (ghost: string) => void}} props */
function PlayerAccount({ somebody, onClose, onErased }) {
  const [lines, setLines] = useState(/** @type {TokenLine[] | null} */ (null));
  const [trouble, setTrouble] = useState(/** @type {unknown} */ (null));
  const [leaving, setLeaving] = useState(false);
  const reload = () => void listTokens().then(setLines, setTrouble);
  useEffect(reload, []);
  /** @param {string} id */
  const end = (id) => void revokeToken(id).then(reload, setTrouble);
  return html`<div class="lobby-account">
    <section>
      <h3>${t("lobby.account.token")}</h3>
      <p class="soft">${t("lobby.account.token_kept")}</p>
      <div class="row"><${Copy} text=${somebody.token} label=${t("lobby.account.copy_token")} /></div>
    </section>
    <section>
      <h3>${t("lobby.account.devices")}</h3>
      <${ErrorNotice} error=${trouble} again=${() => (setTrouble(null), reload())} />
      ${lines ? html`<ul class="lobby-tokens">${lines.map((line) => html`<${TokenRow} key=${line.id} line=${line}
        onRevoke=${() => end(line.id)} />`)}</ul>` : !trouble && html`<p class="soft">${t("common.loading")}</p>`}
      <${NewToken} scopes=${somebody.scopes} onAdded=${reload} />
    </section>
    <${OwnData} somebody=${somebody} onErased=${onErased} />
    <section>
      ${leaving
        ? html`<div class="notice bad lobby-leave">
            <p>${t("lobby.account.leave_warning")}</p>
            <div class="row">
              <${Copy} text=${somebody.token} label=${t("lobby.account.copy_token")} />
              <button type="button" class="lobby-danger"
                onClick=${() => void signOut(somebody.token_id, onClose).catch(setTrouble)}>${t("lobby.account.leave_now")}</button>
              <button type="button" class="plain" onClick=${() => setLeaving(false)}>${t("common.cancel")}</button>
            </div>
          </div>`
        : html`<button type="button" onClick=${() => setLeaving(true)}>${t("lobby.account.leave")}</button>`}
    </section>
  </div>`;
}

/** @param {{line: TokenLine, onRevoke: () => void}} props */
function TokenRow({ line, onRevoke }) {
  const [sure, setSure] = useState(false);
  const label = line.label || t("lobby.account.first_token");
  return html`<li>
    <span class="lobby-token-name">${label}${line.current && html` <strong class="lobby-chip">${t("lobby.account.this_one")}</strong>`}</span>
    <span class="soft">${tokenFacts(line).map((fact) => html`<span key=${fact}>${fact}</span>`)}</span>
    ${!line.current && html`<button type="button" class=${sure ? "lobby-danger" : ""}
      aria-label=${`${t(sure ? "lobby.account.really" : "lobby.account.revoke")}: ${label}`} onBlur=${() => setSure(false)}
      onClick=${() => (sure ? onRevoke() : setSure(true))}>${t(sure ? "lobby.account.really" : "lobby.account.revoke")}</button>`}
  </li>`;
}

/** Returns the facts shown about a token: what it may do, and when it was made, expires and was last used.
 * @param {TokenLine} line
 * @returns {string[]}
 */
function tokenFacts(line) {
  const when = (/** @type {string} */ moment) => dateAndTime(moment, language());
  // The service records usage per hour, and that hour may have begun before the token was made.
  const used = line.used_at && Date.parse(line.used_at) < Date.parse(line.created_at) ? line.created_at : line.used_at;
  return [
    line.scopes.map((scope) => t(`lobby.account.scope.${scope}`)).join(", "),
    t("lobby.account.made_at", { when: when(line.created_at) }),
    ...(line.expires_at ? [t("lobby.account.works_until", { when: when(line.expires_at) })] : []),
    used === null ? t("lobby.account.never_used") : t("lobby.account.used_at", { when: when(used) }),
  ];
}

/** Lifetimes of a new token in days; 0 means no expiry. */
const LIVES = [0, 30, 365];

/** @param {{scopes: string[], onAdded: () => void}} props */
function NewToken({ scopes, onAdded }) {
  const [label, setLabel] = useState("");
  const [wanted, setWanted] = useState(["play"]);
  const [days, setDays] = useState(0);
  const [made, setMade] = useState(/** @type {string | null} */ (null));
  const { busy, trouble, run } = useTask();
  const add = run(async () => {
    setMade((await createToken(label.trim(), wanted, days)).token);
    setLabel("");
    onAdded();
  });
  return html`<form class="lobby-form" novalidate onSubmit=${add}>
    <div class="lobby-field">
      <label for="token-label">${t("lobby.account.another")}</label>
      <div class="lobby-inline">
        <input id="token-label" type="text" maxlength="40" value=${label} placeholder=${t("lobby.account.another_example")}
          onInput=${(/** @type {any} */ event) => setLabel(event.target.value)} />
        <button aria-busy=${busy} disabled=${!label.trim() || !wanted.length}>${t("lobby.account.make")}</button>
      </div>
    </div>
    ${label.trim() && html`<div class="lobby-token-terms">
      ${scopes.length > 1 && html`<fieldset><legend>${t("lobby.account.scopes")}</legend>${scopes.map((scope) => html`<label key=${scope}><input
        type="checkbox" checked=${wanted.includes(scope)} onChange=${(/** @type {any} */ event) =>
          setWanted(event.target.checked ? [...wanted, scope] : wanted.filter((one) => one !== scope))} /> ${t(`lobby.account.scope.${scope}`)}</label>`)}</fieldset>`}
      <div class="lobby-field"><label for="token-days">${t("lobby.account.works_for")}</label><select id="token-days"
        onChange=${(/** @type {any} */ event) => setDays(LIVES[event.target.selectedIndex] ?? 0)}>${LIVES.map((some) => html`<option key=${some}
          selected=${some === days}>${some ? t("lobby.account.days", { days: some }) : t("lobby.account.for_good")}</option>`)}</select></div>
    </div>`}
    <${ErrorNotice} error=${trouble} />
    ${made && html`<div class="notice" role="status"><p>${t("lobby.account.made")}</p><p><code>${made}</code></p><${Copy} text=${made}
      label=${t("lobby.account.copy_token")} /></div>`}
  </form>`;
}

/** Revokes the token of this browser, which then belongs to a guest again.
 * @param {string} id
 * @param {() => void} onClose
 */
async function signOut(id, onClose) {
  const own = id || (await listTokens()).find((line) => line.current)?.id;
  if (own) await revokeToken(own);
  setPlayer(null);
  onClose();
}

