/** Dutch texts of the fork dialog. */

/** @type {import("../../types.d.ts").Sentences} */
export default {
  "fork.text": "Bij regel {at} begint een nieuwe partij, met een eigen logboek en opnieuw geschud. Die telt niet voor ratings, en deze partij verandert niet.",
  "fork.anew": "Wat {name} daar niet kon weten, wordt opnieuw gedeeld: {what}.",
  "fork.anew.spectator": "Wat toeschouwers daar niet konden weten, wordt opnieuw gedeeld: {what}.",
  "fork.what.katharina": "de handkaarten en de stapel. Verdekt gekozen kaarten die nog niet omgedraaid zijn, gaan terug naar de hand en worden opnieuw gekozen",
  "fork.what.cities_knights": "handkaarten die ongezien van hand wisselden, de vooruitgangskaarten in de handen en de volgorde van hun drie stapels. Elke hand houdt evenveel kaarten, en alles wat open binnenkwam, en gespeelde kaarten blijven onder hun stapel. Een aanbod vervalt als de hand erachter opnieuw wordt gedeeld",
  "fork.what.catan_cards": "handen, trekstapels, de gebeurtenisstapel en de landschappenstapel. Hoeveel kaarten waar liggen, blijft gelijk, net als de kaarten die al bekeken zijn en nog bekend zijn",
  "fork.me": "Ik",
  "fork.friend": "Iemand anders (vrije plaats)",
  "fork.do": "Doorspelen",
  "fork.guest_name": "Gast {number}",
  "fork.refused.fork-moment": "Vanaf dit moment kun je niet doorspelen. Kies een moment in een beurt voor het einde, waarop geen geheime keuze openstaat.",
  "fork.refused.fork-version": "Deze partij heeft die regel niet, of was toen nog niet begonnen.",
  "fork.refused.fork-held": "Deze partij wordt vanwege het toernooi achtergehouden.",
  "fork.refused.fork-undisclosed": "Alleen wie deze partij gespeeld heeft, mag ermee verder.",
  "fork.refused.fork-rules": "Deze partij is met andere spelgegevens of nieuwere regels gespeeld dan deze dienst heeft.",
  "fork.refused.fork-running": "Doorspelen kan pas als de partij afgelopen is.",
};
