/** The settings menu of this browser: language, theme and sound. */

import { html, useState } from "../dom.js";
import { setTheme, useTheme } from "../api/theme.js";
import { SOUNDS, setSound, soundSetting } from "../ui/turn_alert.js";
import { LANGUAGES, chooseLanguage, t, useLanguage } from "../words/words.js";

const OWN_NAMES = { en: "English", de: "Deutsch", nl: "Nederlands" };
const THEMES = ["", "light", "dark"];

/** Three groups of radio buttons. */
export function Settings() {
  const spoken = useLanguage();
  const shown = useTheme();
  const [heard, setHeard] = useState(soundSetting);
  return html`<fieldset class="chrome-choice">
      <legend>${t("common.language")}</legend>
      ${LANGUAGES.map((one) => html`<label key=${one} lang=${one}><input type="radio" name="chrome-language" checked=${one === spoken}
        onChange=${() => void chooseLanguage(one)} /><span>${OWN_NAMES[one]}</span></label>`)}
    </fieldset>
    <fieldset class="chrome-choice">
      <legend>${t("common.theme")}</legend>
      ${THEMES.map((one) => html`<label key=${one}><input type="radio" name="chrome-theme" checked=${one === shown}
        onChange=${() => setTheme(one)} /><span>${t(`common.theme.${one || "system"}`)}</span></label>`)}
    </fieldset>
    <fieldset class="chrome-choice">
      <legend>${t("common.sound")}</legend>
      ${SOUNDS.map((one) => html`<label key=${one}><input type="radio" name="chrome-sound" checked=${one === heard}
        onChange=${() => (setSound(one), setHeard(one))} /><span>${t(`common.sound.${one}`)}</span></label>`)}
    </fieldset>`;
}
