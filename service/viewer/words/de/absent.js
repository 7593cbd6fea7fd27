/** German texts for objects that do not exist. */

/** @type {import("../../types.d.ts").Sentences} */
export default {
  "absent.match": "Diese Partie gibt es nicht",
  "absent.tournament": "Dieses Turnier gibt es nicht",
  "absent.player": "Diesen Spieler gibt es nicht",
  "absent.why": "Vielleicht ist der Link falsch oder unvollständig, oder er gehört zu einem anderen Dienst.",
  "absent.onward": "Hier geht es weiter",
  "absent.lobby": "Lobby: Partien ansehen, mitspielen oder eröffnen",
  "absent.tournaments": "Turniere",
  "absent.decks": "Ein Deck bauen",
  "absent.docs": "Regelbücher und API (englisch)",
};
