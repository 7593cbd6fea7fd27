/** A guest takes part: first a name, then the entry. */

import { html, useState } from "../../dom.js";
import { Dialog } from "../../ui/dialog.js";
import { useDoing } from "../../ui/doing.js";
import { NameField, nameFault, namedIn } from "../../account/name_field.js";
import { playerNamed } from "../../account/people.js";
import { t } from "../../words/words.js";
import { takePart } from "./entering.js";
import { Refusal } from "./trouble.js";

/** @param {{card: import("../../types.d.ts").TournamentSummary, onCard: (card: any) => void, onClose: () => void}} props */
export function Joining({ card, onCard, onClose }) {
  const [name, setName] = useState("");
  const { busy, trouble, run } = useDoing();
  const enter = run(async () => {
    await playerNamed(namedIn("part-name", name));
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
