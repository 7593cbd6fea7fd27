/** Wörter fürs Weiterspielen ab einem Zeitpunkt, auf Deutsch. */

/** @type {import("../../types.d.ts").Sentences} */
export default {
  "fork.text": "Eine neue Partie beginnt bei Eintrag {at} von dieser. Sie hat ein eigenes Protokoll und mischt selbst, und sie zählt für keine Wertung; diese Partie bleibt, wie sie ist.",
  "fork.anew": "Was {name} dort nicht sehen konnte, wird neu verteilt: andere Hände, Stapel und alles, was verdeckt liegt. Was versiegelt war, wird noch einmal gewählt.",
  "fork.anew.spectator": "Was Zuschauer dort nicht sehen konnten, wird neu verteilt: alle Hände, Stapel und alles, was verdeckt liegt. Was versiegelt war, wird noch einmal gewählt.",
  "fork.me": "Ich",
  "fork.friend": "Mit anderen (freier Platz)",
  "fork.do": "Weiterspielen",
  "fork.guest_name": "Gast {number}",
  "fork.refused.fork-moment": "Von hier aus kann niemand weiterspielen: Nimm einen Zeitpunkt in einem Zug vor dem Ende, zu dem nichts Geheimes gefragt ist.",
  "fork.refused.fork-version": "So weit ist diese Partie nicht gekommen, oder sie hatte dort noch nicht begonnen.",
  "fork.refused.fork-held": "Diese Partie wird wegen ihres Turniers zurückgehalten.",
  "fork.refused.fork-undisclosed": "Nur wer diese Partie gespielt hat, darf von ihr aus weiterspielen.",
  "fork.refused.fork-rules": "Diese Partie wurde nach anderen Regeln gespielt als denen von heute.",
  "fork.refused.fork-running": "Solange eine Partie läuft, spielt niemand anderswo von ihr aus weiter.",
};
