/** Calling the reader, whose turn it is: a sound, a notification of the browser, and a mark on the tab. */

import { keep, kept } from "./kept.js";

/** How loud the call is, from nothing on. @type {Record<string, number>} */
const LOUDNESS = { off: 0, soft: 0.05, on: 0.2 };
export const SOUNDS = Object.keys(LOUDNESS);

/** Two notes, the second a fourth higher, in hertz; and how long each of them rings, in seconds. */
const NOTES = [587.33, 783.99];
const RINGS = 0.45;

/** @type {AudioContext | null} */
let audio = null;

/** How the reader wants to be called: "off", "soft" or "on".
 * @returns {string}
 */
export const sound = () => kept("sound", "soft");

/** Keeps how the reader wants to be called, and lets it be heard.
 * @param {string} wanted
 */
export function chooseSound(wanted) {
  keep("sound", wanted);
  ring();
}

/** Rings, as loud as the reader wants it. A browser in which nobody has pressed anything yet stays silent. */
function ring() {
  const loudness = LOUDNESS[sound()] ?? 0;
  if (loudness === 0 || typeof AudioContext === "undefined" || navigator.userActivation?.hasBeenActive === false) return;
  audio ??= new AudioContext();
  void audio.resume();
  const now = audio.currentTime + 0.02;
  NOTES.forEach((pitch, i) => note(/** @type {AudioContext} */ (audio), pitch, now + i * 0.16, loudness));
}

/** @param {AudioContext} context @param {number} pitch @param {number} start @param {number} loudness */
function note(context, pitch, start, loudness) {
  const [tone, volume] = [new OscillatorNode(context, { type: "triangle", frequency: pitch }), new GainNode(context, { gain: 0 })];
  volume.gain.setValueAtTime(0, start);
  volume.gain.linearRampToValueAtTime(loudness, start + 0.02);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + RINGS);
  tone.connect(volume).connect(context.destination);
  tone.start(start);
  tone.stop(start + RINGS);
}

/** Calls: with the sound, and where nobody looks at the page by a notification, which leads back to it.
 * @param {{title: string, body: string, tag: string}} words what is of one `tag` is told once
 */
export function call({ title, body, tag }) {
  ring();
  if (!document.hidden || permission() !== "granted") return;
  try {
    const notification = new Notification(title, { body, tag, icon: new URL("../icon-asked.svg", import.meta.url).href });
    notification.onclick = () => {
      window.focus();
      notification.close();
    };
    document.addEventListener("visibilitychange", () => notification.close(), { once: true });
  } catch {
    // a browser that tells them only by a worker has the sound and the mark
  }
}

/** What the reader has said about notifications; "none" where the browser has none.
 * @returns {NotificationPermission | "none"}
 */
const permission = () => (typeof Notification === "undefined" || !isSecureContext ? "none" : Notification.permission);

/** Whether the reader can still be asked; where pages are touched, browsers do not notify without more than this.
 * @returns {boolean}
 */
export const mayOffer = () => permission() === "default" && matchMedia("(pointer: fine)").matches;

/** Has the browser ask the reader. */
export const offer = () => Notification.requestPermission();

/** Marks the tab by its icon while something waits for the reader.
 * @param {boolean} asked
 */
export function markTab(asked) {
  const link = /** @type {HTMLLinkElement | null} */ (document.querySelector("link[rel=icon]"));
  const href = new URL(`../${asked ? "icon-asked" : "icon"}.svg`, import.meta.url).href;
  if (link && link.href !== href) link.href = href;
}
