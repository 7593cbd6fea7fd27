/** Wörter fürs Weiterspielen ab einem Zeitpunkt, auf Deutsch. */

/** @type {import("../../types.d.ts").Sentences} */
export default {
  "fork.text": "Eine neue Partie beginnt bei Eintrag {at}. Sie hat ein eigenes Protokoll, mischt selbst und zählt für keine Wertung; diese Partie bleibt, wie sie ist.",
  "fork.anew": "Was {name} dort nicht sehen konnte, wird neu verteilt: {what}.",
  "fork.anew.spectator": "Was Zuschauer dort nicht sehen konnten, wird neu verteilt: {what}.",
  "fork.what.katharina": "die Handkarten und der Stapel. Verdeckt gewählte Karten, die noch nicht aufgedeckt sind, kommen zurück auf die Hand und werden noch einmal gewählt",
  "fork.what.cities_knights": "die Handkarten, die Fortschrittskarten auf den Händen und die Reihenfolge ihrer drei Stapel. Wie viele jede Hand hält, bleibt",
  "fork.what.catan_cards": "Hände, Nachziehstapel, Ereignisstapel und Landschaftsstapel. Wie viele Karten wo liegen, bleibt, und auch, was diese Augen angesehen haben und noch wissen",
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
