/** Dutch texts for objects that do not exist. */

/** @type {import("../../types.d.ts").Sentences} */
export default {
  "absent.match": "Deze partij bestaat niet",
  "absent.tournament": "Dit toernooi bestaat niet",
  "absent.player": "Deze speler bestaat niet",
  "absent.why": "Misschien is de link verkeerd of onvolledig, of hoort hij bij een andere dienst.",
  "absent.onward": "Hier ga je verder",
  "absent.lobby": "Lobby: partijen bekijken, meespelen of openen",
  "absent.tournaments": "Toernooien",
  "absent.decks": "Een deck bouwen",
  "absent.docs": "Spelregels en API (Engels)",
};
