/** What a reader sets in this browser: language, appearance, and how loud the call is. */

import { html, useState } from "../dom.js";
import { chooseTheme, useTheme } from "../api/theme.js";
import { SOUNDS, chooseSound, sound } from "../ui/call.js";
import { LANGUAGES, choose, t, useLanguage } from "../words/words.js";

const OWN_NAMES = { en: "English", de: "Deutsch", nl: "Nederlands" };
const THEMES = ["", "light", "dark"];

/** Each of them as a few radio buttons. */
export function Settings() {
  const spoken = useLanguage();
  const shown = useTheme();
  const [heard, setHeard] = useState(sound);
  return html`<fieldset class="chrome-choice">
      <legend>${t("common.language")}</legend>
      ${LANGUAGES.map((one) => html`<label key=${one} lang=${one}><input type="radio" name="chrome-language" checked=${one === spoken}
        onChange=${() => void choose(one)} /><span>${OWN_NAMES[one]}</span></label>`)}
    </fieldset>
    <fieldset class="chrome-choice">
      <legend>${t("common.theme")}</legend>
      ${THEMES.map((one) => html`<label key=${one}><input type="radio" name="chrome-theme" checked=${one === shown}
        onChange=${() => chooseTheme(one)} /><span>${t(`common.theme.${one || "system"}`)}</span></label>`)}
    </fieldset>
    <fieldset class="chrome-choice">
      <legend>${t("common.sound")}</legend>
      ${SOUNDS.map((one) => html`<label key=${one}><input type="radio" name="chrome-sound" checked=${one === heard}
        onChange=${() => (chooseSound(one), setHeard(one))} /><span>${t(`common.sound.${one}`)}</span></label>`)}
    </fieldset>`;
}
