/** The alert that it is the user's turn: a sound, a browser notification, and an icon on the tab. */

import { fileAddress } from "./file_address.js";
import { saveSetting, readSetting } from "./settings.js";

/** Volume of each setting, from 0 to 1. @type {Record<string, number>} */
const LOUDNESS = { off: 0, soft: 0.05, on: 0.2 };
export const SOUNDS = Object.keys(LOUDNESS);

/** The two notes, a fourth apart, in hertz. */
const NOTES = [587.33, 783.99];
/** Seconds that a note lasts. */
const RINGS = 0.45;

/** @type {AudioContext | null} */
let audio = null;

/** Returns the sound setting: "off", "soft" or "on".
 * @returns {string}
 */
export const soundSetting = () => readSetting("sound", "soft");

/** Saves the sound setting and plays it once.
 * @param {string} wanted
 */
export function setSound(wanted) {
  saveSetting("sound", wanted);
  playSound();
}

/** Plays the sound at the chosen volume. Browsers stay silent until the user has pressed something. */
function playSound() {
  const loudness = LOUDNESS[soundSetting()] ?? 0;
  if (loudness === 0 || typeof AudioContext === "undefined" || navigator.userActivation?.hasBeenActive === false) return;
  audio ??= new AudioContext();
  void audio.resume();
  const now = audio.currentTime + 0.02;
  NOTES.forEach((pitch, i) => playNote(/** @type {AudioContext} */ (audio), pitch, now + i * 0.16, loudness));
}

/** @param {AudioContext} context @param {number} pitch @param {number} start @param {number} loudness */
function playNote(context, pitch, start, loudness) {
  const [tone, volume] = [new OscillatorNode(context, { type: "triangle", frequency: pitch }), new GainNode(context, { gain: 0 })];
  volume.gain.setValueAtTime(0, start);
  volume.gain.linearRampToValueAtTime(loudness, start + 0.02);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + RINGS);
  tone.connect(volume).connect(context.destination);
  tone.start(start);
  tone.stop(start + RINGS);
}

/** Alerts the user with the sound and, if the page is hidden, with a notification. A click on the notification returns to the page.
 * @param {{title: string, body: string, tag: string}} words the browser shows one notification per `tag`
 */
export function alertUser({ title, body, tag }) {
  playSound();
  if (!document.hidden || notificationPermission() !== "granted") return;
  try {
    const notification = new Notification(title, { body, tag, icon: fileAddress("icon-asked.svg") });
    notification.onclick = () => {
      window.focus();
      notification.close();
    };
    document.addEventListener("visibilitychange", () => notification.close(), { once: true });
  } catch {
    // some browsers notify only from a service worker; the sound and the icon remain
  }
}

/** The user's permission for notifications, or "none" if the browser has none.
 * @returns {NotificationPermission | "none"}
 */
const notificationPermission = () => (typeof Notification === "undefined" || !isSecureContext ? "none" : Notification.permission);

/** Whether the page can still ask for permission. Browsers on touch screens require a service worker, so they are excluded.
 * @returns {boolean}
 */
export const canAskPermission = () => notificationPermission() === "default" && matchMedia("(pointer: fine)").matches;

/** Asks the user for permission to notify. */
export const askPermission = () => Notification.requestPermission();

/** Changes the tab's icon while the match waits for the user.
 * @param {boolean} asked
 */
export function markTab(asked) {
  const link = /** @type {HTMLLinkElement | null} */ (document.querySelector("link[rel=icon]"));
  const href = fileAddress(`${asked ? "icon-asked" : "icon"}.svg`);
  if (link && link.href !== href) link.href = href;
}
