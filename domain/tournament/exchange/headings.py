"""Column headings in lists of entrants, as spreadsheets and tournament programs write them, and what they mean."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from enum import Enum

BRACKETED = re.compile(r"\(.*?\)")


class Use(Enum):
    """The content of a column. `NONE` is not read."""

    NAME = "name"
    SURNAME = "surname"
    FIRST_NAME = "first_name"
    INFIX = "infix"
    PLAYER = "player"
    LEVEL = "level"
    CLUB = "club"
    NONE = ""


NAMES = frozenset({Use.NAME, Use.SURNAME, Use.FIRST_NAME, Use.INFIX})
"""The columns that can make up a name."""
WHO = NAMES | {Use.PLAYER, Use.LEVEL}
"""The columns that identify an entrant."""

WORDS: Mapping[Use, str] = {
    Use.NAME: """
        name names fullname playername participantname players participant participants contestant competitor gamertag
        nickname displayname username surnamefirstname lastnamefirstname firstnamelastname firstnamesurname
        namen spieler spielerin spielername teilnehmer teilnehmerin teilnehmende vollername benutzername
        vorundnachname vornameundnachname nameundvorname namevorname nachnamevorname vornamenachname
        naam speler spelers spelersnaam deelnemer deelnemers volledigenaam gebruikersnaam
        naamvoornaam achternaamvoornaam voornaamachternaam voorenachternaam
        nom joueur nombre jugador nome giocatore navn namn nimi
    """,
    Use.SURNAME: """
        surname lastname familyname nachname familienname zuname achternaam familienaam
        nomdefamille apellido apellidos cognome sobrenome apelido nazwisko prijmeni efternavn efternamn etternavn
    """,
    Use.FIRST_NAME: """
        firstname givenname givennames forename vorname vornamen rufname voornaam voornamen roepnaam
        prenom imie jmeno fornavn fornamn
    """,
    Use.INFIX: "tussenvoegsel tussenvoegsels voorvoegsel voorvoegsels infix",
    Use.PLAYER: "player",
    Use.LEVEL: "level",
    Use.CLUB: """
        club clubs clubname clubcity verein vereine vereinsname vereinort klub clubort clubstadt
        vereniging clubnaam clubplaats verenigingplaats schachclub schachverein schaakclub circolo clube
    """,
    Use.NONE: """
        no nr nro num number nummer lfdnr lfd pos position platz place plaats rank rang ranking seed setzplatz
        startnr startnummer sno snr sr startrank startingrank rating ratings elo eloi elon eloint elonat rtg rtgi rtgn
        fiderating natrating ratingint ratingnat dwz twz nwz tz knsb knsbrating
        id idno idnumber fideid fideno fidenr fideidno mglnr mitgliedsnummer membernumber lidnummer relatienummer
        land country nat nation nationality nationaliteit nationalitat fed federation federatie verband landesverband
        title titel tit sex gender geschlecht geslacht birth birthday birthdate birthyear dateofbirth dob born geb
        geburtsdatum geburtsjahr jahrgang geboren geboortedatum geboortejaar year jahr jaar age alter leeftijd
        category kategorie categorie group gruppe groep typ type email mail emailadresse emailadres emailaddress
        phone telefon telefoon tel mobile handy mobiel city ort stadt adresse address adres strasse street
        points pts pkt punkte punten score stage entrant presence played timestamp zeitstempel tijdstempel date datum
        paid bezahlt betaald comment comments remark remarks bemerkung bemerkungen kommentar opmerking opmerkingen
        note notes status placement shortgamertag initials initialen voorletters
    """,
}
USES: Mapping[str, Use] = {word: use for use, words in WORDS.items() for word in words.split()}


def use_of(heading: str) -> Use | None:
    """Returns the use of a column according to its heading, or None if the heading is not known."""
    letters = unicodedata.normalize("NFKD", BRACKETED.sub("", heading).strip()).casefold()
    word = "".join(sign for sign in letters if sign.isalnum())
    return USES.get(word) if word else Use.NONE if heading in ("", "#") else None
