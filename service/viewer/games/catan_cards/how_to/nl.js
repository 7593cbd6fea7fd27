/** The rules of the game in plain Dutch: in five minutes, and by topic. */

/** @type {import("../../../types.d.ts").HowTo} */
export default {
  minutes: [
    {
      title: "Het doel",
      signs: ["vp"],
      text: [
        "Jullie bouwen elk een vorstendom van kaarten op een rij. Wie in de eigen beurt 12 overwinningspunten haalt, wint het basisspel; met Kunstenaars & Weldoeners en in het toernooispel zijn het er 13.",
        "Een dorp telt 1 punt, een stad 2; uitbreidingen zeggen wat ze tellen, en twee figuren brengen elk 1.",
      ],
      rules: ["B42", "X10"],
    },
    {
      title: "Een beurt: dobbelen",
      signs: ["event_card", "mill"],
      text: [
        "Er vallen twee dobbelstenen: eerst gebeurt het voorval, voor allebei, daarna krijgt elk landschap met het gegooide getal 1 grondstof, aan beide kanten van de tafel. Een landschap bewaart er hoogstens 3.",
      ],
      rules: ["B12", "B13", "B14"],
    },
    {
      title: "Daarna doen",
      signs: ["road", "settlement", "city", "building"],
      text: [
        "In elke volgorde: wegen, dorpen en steden uit het midden bouwen, uitbreidingen uit je hand bouwen, actiekaarten spelen, ruilen. Weg: 2 baksteen, 1 hout. Dorp: baksteen, hout, wol, graan. Stad: 3 erts, 2 graan.",
        "Een dorp aan het eind van een weg brengt twee nieuwe landschappen.",
      ],
      rules: ["B24", "B27", "B30"],
    },
    {
      title: "Tot slot: je hand",
      signs: ["card"],
      text: [
        "Je houdt 3 kaarten, met een Klooster of een Bibliotheek meer. Heb je er te veel, dan leg je de rest onder stapels; te weinig, dan trek je bij. Voor 2 grondstoffen mag je een stapel doorkijken en kiezen. Wiens hand vol was, mag een kaart ruilen.",
      ],
      rules: ["B36", "B37", "B38", "B39"],
    },
  ],
  topics: [
    {
      title: "Waar kaarten komen",
      signs: ["building"],
      text: [
        "Een dorp heeft één bouwplaats boven en één onder, een stad elk twee. Een uitbreiding naast een landschap kan het verbeteren: een molen of fabriek verdubbelt wat passende landschappen ernaast opleveren.",
        "Sommige kaarten hebben een ander gebouw nodig; dat telt alleen als ze worden gebouwd of gespeeld.",
      ],
      rules: ["B10", "B11", "B28"],
    },
    {
      title: "De gebeurtenissteen",
      signs: ["brigand_attack", "trade_advantage", "tournament", "year_of_plenty", "event_card"],
      text: [
        "Rovers: wie meer dan 7 grondstoffen bewaart, die naast een Legerkamp niet meegeteld, verliest al het erts en alle wol; niet in de eerste twee ronden. Handelsvoordeel: wie het molenfiguur heeft, neemt de ander een grondstof af.",
        "Toernooi: de handigste ridders brengen een grondstof. Jaar van overvloed: allebei krijgen er een. Het vraagteken draait een gebeurteniskaart om.",
      ],
      rules: ["B16", "B17", "B18", "B19", "B20"],
    },
    {
      title: "Twee figuren",
      signs: ["strength", "commerce"],
      text: [
        "Wie meer kracht heeft, houdt het ridderfiguur, wie meer handelspunten en een stad heeft het molenfiguur. Elk telt 1 punt; bij gelijke stand houdt niemand het.",
      ],
      rules: ["B21", "B22"],
    },
    {
      title: "Actiekaarten",
      signs: ["attack", "protection", "neutral", "lock"],
      text: [
        "Aanvals- en neutrale kaarten wachten tot jullie samen 7 overwinningspunten hebben gehad; beschermingskaarten en normaal de Verkenner niet.",
        "Sommige aanvallen zijn een duel: de aanvaller gooit een dobbelsteen en wint bij 1 tot 5, tegen de juiste beschermingskaart alleen bij 1 of 2. Wie verliest, draagt wat de kaart doet.",
      ],
      rules: ["B33", "B34", "B35"],
    },
    {
      title: "Ruilen",
      signs: ["gold", "trade_advantage"],
      text: [
        "De bank neemt 3 gelijke grondstoffen voor 1 andere, 2 met je vloot van die grondstof, 1 goud met een Munthuis. Je kunt ook de ander tot 3 grondstoffen voor tot 3 aanbieden.",
      ],
      rules: ["B30", "B31", "R73"],
    },
    {
      title: "Kunstenaars & Weldoeners",
      signs: ["stars", "feeling"],
      text: [
        "De Volksstemming bewaart sterren. Ze besparen je onheil, vervangen een grondstof of halen voor drie een actiekaart terug. Aquaduct en Huis van de mecenas liggen open in het midden, voor wie ze het eerst betaalt; elk van jullie mag er van elk één hebben.",
      ],
      rules: ["K10", "K11", "X5", "X8"],
    },
    {
      title: "Het toernooispel",
      signs: ["card"],
      text: [
        "Je brengt een eigen deck mee: 33 kaarten en 4 gebeurtenissen. Daaruit kies je 3 kaarten om mee te beginnen; de rest ligt in vier stapels waarvan alleen jij trekt.",
      ],
      rules: ["T5", "T6", "T7", "T13"],
    },
  ],
};
