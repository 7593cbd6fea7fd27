/** The dialog in which a guest chooses a name and enters a tournament. */

import { html, useState } from "../../dom.js";
import { Dialog } from "../../ui/dialog.js";
import { useTask } from "../../ui/task.js";
import { NameField, nameFault, requireName } from "../../account/name_field.js";
import { ensurePlayer } from "../../account/people.js";
import { t } from "../../words/words.js";
import { takePart } from "./entry.js";
import { Refusal } from "./refusal.js";

/** @param {{card: import("../../types.d.ts").TournamentSummary, onCard: (card: any) => void, onClose: () => void}} props */
export function GuestEntry({ card, onCard, onClose }) {
  const [name, setName] = useState("");
  const { busy, trouble, run } = useTask();
  const enter = run(async () => {
    await ensurePlayer(requireName("part-name", name));
    onCard(await takePart(card));
    onClose();
  });
  return html`<${Dialog} title=${t("tournament.part.take")} open=${true} onClose=${onClose}>
    <form class="lobby-form" novalidate onSubmit=${enter}>
      <${NameField} id="part-name" value=${name} fault=${nameFault(trouble)} onChange=${setName} />
      ${!nameFault(trouble) && html`<${Refusal} error=${trouble} />`}
      <button class="primary" aria-busy=${busy}>${t("tournament.part.take")}</button>
    </form>
  <//>`;
}
