/** Dutch hints for a first match. */

/** @type {import("../../types.d.ts").Sentences} */
export default {
  "hints.catan_cards.act": "Trek een kaart met een streepjesrand naar haar plek.",
  "hints.catan_cards.roll": "Gooi eerst: de gebeurtenis geldt voor jullie allebei, daarna slaan landschappen met het gegooide getal een grondstof op.",
  "hints.cities_knights.act": "Onder ‘Bouwen en handelen’ kun je heldere knoppen nu gebruiken; een gedimde zegt waarom niet. Beëindig dan je beurt.",
  "hints.cities_knights.place-start": "Kies een hoek en dan de rand voor de weg. De stippen onder een getal tonen hoe vaak het valt.",
  "hints.cities_knights.roll": "Je beurt begint met de dobbelstenen: velden met het gegooide getal geven kaarten aan iedereen die daar gebouwd heeft.",
  "hints.katharina.choose-display": "Met deze kaarten begint je rij: hun symbolen bovenaan zijn meteen van jou. Neem verschillende kleuren, dan passen de kaarten die je eronder speelt makkelijker.",
  "hints.katharina.play-cards": "Kies twee kaarten: een voor het rechter einde van je rij, een om onder een kaart te leggen. Heeft die bovenste dezelfde kleur, dan mag je die actie gebruiken.",
  "hints.katharina.resolve": "De kleuren kloppen: je mag doen wat de bovenste kaart zegt, of in plaats daarvan een kaart trekken.",
};
