/** German texts of the fork dialog. */

/** @type {import("../../types.d.ts").Sentences} */
export default {
  "fork.text": "Eine neue Partie beginnt bei Eintrag {at}, mit eigenem Protokoll und eigenem Mischen. Sie zählt für keine Wertung, und diese Partie bleibt unverändert.",
  "fork.anew": "Was {name} dort nicht wissen konnte, wird neu verteilt: {what}.",
  "fork.anew.spectator": "Was Zuschauer dort nicht wissen konnten, wird neu verteilt: {what}.",
  "fork.what.katharina": "die Handkarten und der Stapel. Verdeckt gewählte Karten, die noch nicht aufgedeckt sind, kommen zurück auf die Hand und werden noch einmal gewählt",
  "fork.what.cities_knights": "Handkarten, die verdeckt den Besitzer gewechselt haben, die Fortschrittskarten auf den Händen und die Reihenfolge ihrer drei Stapel. Jede Hand behält ihre Größe und alle Karten, die offen zu ihr kamen, und gespielte Karten bleiben unter ihren Stapeln. Ein Angebot verfällt, wenn die Hand dahinter neu verteilt wird",
  "fork.what.catan_cards": "Hände, Nachziehstapel, Ereignisstapel und Landschaftsstapel. Wie viele Karten wo liegen, bleibt gleich, ebenso die Karten, die schon angesehen wurden und noch bekannt sind",
  "fork.me": "Ich",
  "fork.friend": "Mit anderen (freier Platz)",
  "fork.do": "Weiterspielen",
  "fork.guest_name": "Gast {number}",
  "fork.refused.fork-moment": "Von hier aus kannst du nicht weiterspielen. Wähle einen Zeitpunkt in einem Zug vor dem Ende, an dem keine geheime Wahl offen ist.",
  "fork.refused.fork-version": "Diesen Eintrag gibt es nicht, oder die Partie hatte da noch nicht begonnen.",
  "fork.refused.fork-held": "Diese Partie wird wegen ihres Turniers zurückgehalten.",
  "fork.refused.fork-undisclosed": "Nur wer diese Partie gespielt hat, darf von ihr aus weiterspielen.",
  "fork.refused.fork-rules": "Die Partie wurde mit Spieldaten oder neueren Regeln gespielt, die dieser Dienst nicht kennt.",
  "fork.refused.fork-running": "Weiterspielen kannst du erst, wenn die Partie zu Ende ist.",
};
