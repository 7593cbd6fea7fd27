/** The drawings of each author. `tests/viewer/drawings.py` writes this file. */

export default {
  "Caro Asercion": [
    "growth",
    "mill_token"
  ],
  "Cathelineau": [
    "knight_siegfried"
  ],
  "Darkzaitzev": [
    "spy"
  ],
  "Delapouite": [
    "pasture",
    "hills",
    "goldfield",
    "abbey",
    "brick_factory",
    "foundry",
    "grain_mill",
    "sawmill",
    "woolen_mill",
    "fleet_brick",
    "fleet_grain",
    "fleet_lumber",
    "fleet_ore",
    "knight_walter",
    "village_school",
    "aqueduct",
    "bath_house",
    "church",
    "colossus",
    "counting_house",
    "harbor",
    "library",
    "marketplace",
    "town_hall",
    "patrons_house",
    "hospital",
    "statue",
    "bishop",
    "black_knight",
    "brigands",
    "caravan",
    "herb_woman",
    "feeding_the_poor",
    "guido",
    "artwork_sculpture",
    "artwork_epic",
    "artwork_relief",
    "artwork_fountain",
    "joust",
    "market_town",
    "public_feeling",
    "civil_war",
    "master_builder",
    "plague",
    "productive_year",
    "unrest",
    "brigand_attack",
    "year_of_plenty",
    "knight_token"
  ],
  "Faithtoken": [
    "event_card"
  ],
  "Lorc": [
    "forest",
    "mountains",
    "fields",
    "garrison",
    "smithy",
    "fleet_gold",
    "knight_falk",
    "knight_gotz",
    "knight_hagen",
    "knight_karl",
    "knight_osmund",
    "knight_otto",
    "knight_pippin",
    "common_land",
    "chapel_st_agatha",
    "merchant_guild",
    "mint",
    "alchemist",
    "arsonist",
    "merchant",
    "scout",
    "lancers",
    "traveling_theater",
    "conflict",
    "progress",
    "year_end",
    "golden_times",
    "trade_advantage",
    "tournament"
  ],
  "Pierre Leducq": [
    "fleet_wool"
  ],
  "Sbed": [
    "courage"
  ],
  "Skoll": [
    "knight_conrad"
  ]
};
