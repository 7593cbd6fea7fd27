/** The personal data of this browser's player: change, download, erase. */

import { html, useEffect, useState } from "../dom.js";
import { ErrorNotice } from "../ui/error_notice.js";
import { Problem, post, read, request } from "../api/api.js";
import { setPlayer, player } from "../api/player.js";
import { t } from "../words/words.js";
import { useTask } from "../ui/task.js";
import { NameField, nameFault, requireName } from "./name_field.js";

/** @typedef {import("../types.d.ts").Player} Player */

const LONGEST_CONTACT = 200;

/** @param {{somebody: Player, onErased: (ghost: string) => void}} props */
export function OwnData({ somebody, onErased }) {
  return html`<section>
      <h3>${t("lobby.own.title")}</h3>
      <p><a href=${`/players/${somebody.player}`}>${t("lobby.own.page")}</a></p>
      <${ProfileForm} somebody=${somebody} />
    </section>
    <section>
      <h3>${t("lobby.own.kept")}</h3>
      <${Download} />
      <${Erasure} somebody=${somebody} onErased=${onErased} />
    </section>`;
}

/** A form for the name and the contact that organisers of tournaments see.
 * @param {{somebody: Player}} props
 */
function ProfileForm({ somebody }) {
  const [name, setName] = useState(somebody.name);
  const [contact, setContact] = useState(/** @type {string | null} */ (null));
  const [saved, setSaved] = useState(false);
  const { busy, trouble, run } = useTask();
  useEffect(() => void read("/me").then((me) => setContact((typed) => typed ?? me.contact ?? ""), () => {}), [somebody.player]);
  const save = run(async () => {
    setSaved(false);
    const body = { name: requireName("own-name", name), contact: contact?.trim() || null };
    const me = await (await request("PUT", "/me", { body })).json();
    const own = player();
    if (own) setPlayer({ ...own, name: me.name });
    setSaved(true);
  });
  const fault = trouble instanceof Problem && trouble.members["at"] === "$.contact";
  return html`<form class="lobby-form" novalidate onSubmit=${save}>
    <${NameField} id="own-name" value=${name} fault=${nameFault(trouble)} onChange=${(/** @type {string} */ next) => (setName(next), setSaved(false))} />
    <div class="lobby-field">
      <label for="own-contact">${t("lobby.own.contact")}</label>
      <input id="own-contact" type="text" autocomplete="off" maxlength=${LONGEST_CONTACT} value=${contact ?? ""} aria-invalid=${fault ? "true" : null}
        aria-describedby="own-contact-help" onInput=${(/** @type {any} */ event) => (setContact(event.target.value), setSaved(false))} />
      <p id="own-contact-help" class=${fault ? "lobby-fault" : "lobby-help"}>${t(`lobby.own.contact_${fault ? "fault" : "help"}`)}</p>
    </div>
    ${!nameFault(trouble) && !fault && html`<${ErrorNotice} error=${trouble} />`}
    <div class="row"><button aria-busy=${busy} disabled=${contact === null}>${t("lobby.own.save")}</button><span role="status">${saved && t("lobby.own.saved")}</span></div>
  </form>`;
}

/** A button that downloads all personal data as a file. */
function Download() {
  const { busy, trouble, run } = useTask();
  const download = run(async () => {
    const kept = await post("/me/exports", undefined);
    const url = URL.createObjectURL(new Blob([JSON.stringify(kept, null, 2)], { type: "application/json" }));
    Object.assign(document.createElement("a"), { href: url, download: "chronik-my-data.json" }).click();
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
  });
  return html`<p class="soft">${t("lobby.own.download_help")}</p>
    <div class="row"><button type="button" aria-busy=${busy} onClick=${download}>${t("lobby.own.download")}</button></div>
    <${ErrorNotice} error=${trouble} />`;
}

/** A form that erases the account for good, after the user has typed their name.
 * @param {{somebody: Player, onErased: (ghost: string) => void}} props
 */
function Erasure({ somebody, onErased }) {
  const [sure, setSure] = useState(false);
  const [typed, setTyped] = useState("");
  const { busy, trouble, run } = useTask();
  const erase = run(async () => {
    const ghost = await post("/me/erasure", { confirm: somebody.player });
    onErased(ghost.name);
    setPlayer(null);
  });
  if (!sure) return html`<div class="row"><button type="button" onClick=${() => setSure(true)}>${t("lobby.own.erase")}</button></div>`;
  return html`<form class="notice bad lobby-leave lobby-form" novalidate onSubmit=${erase}>
    <p>${t("lobby.own.erase_gone")}</p>
    <p>${t("lobby.own.erase_stays")}</p>
    <div class="lobby-field">
      <label for="own-erase">${t("lobby.own.erase_type", { name: somebody.name })}</label>
      <input id="own-erase" type="text" autocomplete="off" spellcheck=${false} value=${typed} onInput=${(/** @type {any} */ event) => setTyped(event.target.value)} />
    </div>
    <${ErrorNotice} error=${trouble} />
    <div class="row">
      <button class="lobby-danger" aria-busy=${busy} disabled=${typed.trim() !== somebody.name.trim()}>${t("lobby.own.erase_now")}</button>
      <button type="button" class="plain" onClick=${() => (setSure(false), setTyped(""))}>${t("common.cancel")}</button>
    </div>
  </form>`;
}
