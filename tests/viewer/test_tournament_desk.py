"""The organiser's page: an event from registration to the printed final standings, using only the pages."""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.support.service.processes import chronik
from tests.support.service.sitting import API, bearer, good
from tests.support.viewer.house import House, Person
from tests.support.viewer.visits import Visits
from tests.viewer.test_accessibility import DIALOG, EVERY_LOOK, LONG, axe, grave
from tests.viewer.test_landmarks import has_landmarks
from tests.viewer.test_phone import PHONE

__all__ = ["axe"]

REPLAY = re.compile(r"^/replay/([0-9a-f]{32})$")


def card(service: House, page: Page) -> Any:
    """Returns the tournament of a page, as every viewer sees it."""
    (tournament,) = re.findall(r"/tournaments/([0-9a-f]{32})", page.url)
    return good(service.client.get(f"{API}/tournaments/{tournament}"))


def await_secret(service: House, page: Page) -> None:
    """Waits until the secret of the finished tournament is published; without it the bundle does not verify."""
    for _ in range(600):
        if card(service, page)["secret"]:
            return
        page.wait_for_timeout(100)
    pytest.fail("the secret is not published")


def press(page: Page | Locator, name: str | re.Pattern[str]) -> None:
    page.get_by_role("button", name=name, exact=isinstance(name, str)).click()


def next_step(page: Page, sentence: str) -> None:
    """Checks what the organiser's page says comes next."""
    expect(page.locator("#desk-next")).to_have_text(sentence)


def hold(page: Page, title: str, **numbers: str) -> None:
    """Fills in the form for Swiss rounds with a final table."""
    page.get_by_role("link", name="Tournaments").click()
    page.get_by_role("link", name="Organise a tournament").click()
    page.get_by_label("Title", exact=True).fill(title)
    page.get_by_label("Format").select_option(label="Swiss rounds, then a knock-out of the best")
    for label, number in numbers.items():
        page.get_by_label(label.replace("_", " "), exact=True).first.fill(number)
    press(page, "Create the tournament")
    page.wait_for_url(re.compile(r"/tournaments/[0-9a-f]{32}#desk"))


def rule(page: Page, table: int, *points: int) -> None:
    """Makes a ruling on the points of a table, by seat."""
    press(page, f"Make a ruling at table {table}")
    dialog = page.get_by_role("dialog")
    for field, number in zip(dialog.get_by_role("textbox", name=re.compile("^Points of")).all(), points, strict=True):
        field.fill(str(number))
    dialog.get_by_label("Cause").select_option(label="time")
    press(dialog, "Make this ruling")
    expect(dialog).to_have_count(0)


def seat_of(service: House, page: Page, person: Person) -> tuple[int, str, int]:
    """Returns the table of a player in the last round, the match there, and the seat."""
    shown = card(service, page)
    number = next(one["number"] for one in shown["entrants"] if one.get("player") == person.player)
    table = next(table for table in shown["rounds"][-1]["tables"] if number in table["entrants"])
    return table["table"], table["match"], table["entrants"].index(number)


def test_an_event_runs_from_registration_to_the_printed_final_standings(visit: Visits, service: House) -> None:
    olga, people = service.register("Olga"), [service.register(name) for name in ("Ada", "Ben")]
    page = visit("/", olga)
    hold(page, "Spring Cup", Rounds="1")
    next_step(page, "Registration has not opened yet")
    press(page, "Open registration")
    next_step(page, "Registration is open")
    at = page.url.removeprefix(service.url).split("#")[0]
    theirs = visit(at, people[0])
    press(theirs, "Take part")
    expect(theirs.get_by_text("You are entrant no. 1")).to_be_visible()
    post(service, people[1], f"{at}/entrants", {"t": "me"})
    page.get_by_label("How many").fill("6")
    page.get_by_label("Level").select_option("random")  # it answers without thinking
    press(page, "Enter bots")
    expect(page.get_by_text("6 bots were entered.")).to_be_visible()
    expect(page.get_by_role("table", name="Entrants").get_by_role("row")).to_have_count(9)
    press(page, "Close registration")
    next_step(page, "Registration is closed")

    press(page, "Show how round 1 could be paired")
    expect(page.get_by_text("This is an example. The real draw happens when you pair the round.")).to_be_visible()
    expect(page.get_by_role("table", name="Tables of round 1").get_by_role("row")).to_have_count(3)
    expect(page.get_by_text("No compromise was needed.")).to_be_visible()
    press(page, "Pair round 1")
    next_step(page, "Round 1 is paired")
    press(page, "Start round 1")
    next_step(page, "Round 1 is being played")
    ada, match, _ = seat_of(service, page, people[0])
    ben, _, seat = seat_of(service, page, people[1])
    if ada != ben:
        good(service.client.post(f"{API}/matches/{match}/resignations", headers=bearer(people[0].token)))
    rule(page, ben, *(4 if one == seat else 1 for one in range(4)))  # bots alone would soon end the final themselves
    next_step(page, "Round 1 is over")

    expect(page.get_by_role("table", name="Tables of round 2").get_by_role("row")).to_have_count(2)
    press(page, "Pair round 2")
    press(page, "Start round 2")
    next_step(page, "Round 2 is being played")
    rule(page, 1, 9, 7, 7, 2)
    expect(page.get_by_text("All rounds of the plan were played.")).to_be_visible()
    press(page, "Finish the tournament …")
    press(page, "Finish it now")
    expect(page.get_by_text("The tournament is finished.")).to_be_visible()

    await_secret(service, page)
    page.locator("summary", has_text="Printing and files").click()
    with page.expect_download() as bundle:
        page.get_by_role("link", name="The whole event with all matches").click()
    verified = chronik("verify", bundle.value.path())
    assert verified.returncode == 0, verified.stdout + verified.stderr
    page.get_by_role("link", name="Final standings, to print").click()
    expect(page.get_by_role("heading", name="Spring Cup")).to_be_visible()
    known = {table["match"] for one in card(service, page)["rounds"] for table in one["tables"]}
    led = {REPLAY.match(link.get_attribute("href") or "") for link in page.locator("main a[href^='/replay/']").all()}
    assert {found[1] for found in led if found} == known
    assert all(one["result"] for round_ in card(service, page)["rounds"] for one in round_["tables"])


def event(service: House, organiser: Person, people: list[Person], bots: int = 0, **plan: Any) -> str:
    """Opens a tournament with open registration and these entrants; returns the path of its page."""
    wanted = {
        "title": "Autumn Cup",
        "game": "katharina",
        "stages": [{"method": "swiss", "table": 2, "rounds": 2}],
        "scoring": "match-points",
    }
    known = post(service, organiser, "/tournaments", wanted | plan)
    at = f"/tournaments/{known['id']}"
    entrants = [{"t": "player", "player": person.player} for person in people] + [
        {"t": "bot", "level": "random"}
    ] * bots
    post(service, organiser, f"{at}/registration", {"open": True})
    for entrant in entrants:
        post(service, organiser, f"{at}/entrants", entrant)
    return at


def unchanged(route: Route) -> None:
    """Answers 304 to every conditional request, as if nothing had changed."""
    if "if-none-match" in route.request.headers:
        route.fulfill(status=304)
    else:
        route.continue_()


def post(service: House, person: Person, path: str, body: Any = None) -> Any:
    return good(service.client.post(f"{API}{path}", json=body, headers=bearer(person.token)))


def test_two_organisers_see_each_others_changes(visit: Visits, service: House) -> None:
    olga, otto = service.register("Olga"), service.register("Otto")
    people = [service.register(name) for name in ("Ada", "Ben", "Cleo", "Dora")]
    at = event(service, olga, people)
    post(service, olga, f"{at}/staff", {"player": otto.player, "role": "organiser"})
    hers, his = visit(f"{at}#desk", olga), visit("/tournaments", otto)
    his.route(f"**{at}/feed*", lambda _: None)  # it never answers
    his.goto(f"{at}#desk")
    for page in (hers, his):
        press(page, "Show how round 1 could be paired")
        expect(page.get_by_role("button", name="Pair round 1")).to_be_visible()
    # His page gets no news by itself: her actions reach him only when he presses a button.
    summary = re.compile(rf"{at}$")
    his.route(summary, unchanged)
    press(hers, "Close registration")
    next_step(hers, "Registration is closed")
    press(his, "Close registration")
    next_step(his, "Registration is closed")
    expect(his.get_by_text("Olga has closed registration.")).to_be_visible()
    press(hers, "Pair round 1")
    next_step(hers, "Round 1 is paired")
    press(his, "Pair round 1")
    next_step(his, "Round 1 is paired")
    expect(his.get_by_text("Olga has paired round 1.")).to_be_visible()
    assert [round_["attempt"] for round_ in card(service, his)["rounds"]] == [0]
    press(hers, "Start round 1")
    next_step(hers, "Round 1 is being played")
    visit.expect(r"422: .*/rounds$")
    his.unroute(summary)
    press(his, "Draw again")
    expect(his.get_by_role("alert")).to_have_text("Round 1 has started, so its pairing is final.")
    expect(his.get_by_text("Olga has started round 1.")).to_be_visible()
    next_step(his, "Round 1 is being played")


def test_tables_can_be_set_by_hand_with_the_keyboard_alone(visit: Visits, service: House) -> None:
    olga = service.register("Olga")
    at = event(service, olga, [service.register(name) for name in ("Ada", "Ben", "Cleo", "Dora")])
    page = visit(f"{at}#desk", olga)
    page.get_by_role("button", name="Show how round 1 could be paired").press("Enter")
    page.get_by_role("button", name="Set by hand: table 1").press("Enter")
    hand = page.get_by_role("group", name="By hand: table 1")
    for seat, name in (("Seat 1", "Ada · 1"), ("Seat 2", "Ben · 2")):
        choice = hand.get_by_label(seat)
        choice.focus()
        page.keyboard.press(name[0])
        expect(choice.locator("option:checked")).to_have_text(name)
    page.get_by_role("button", name="Draw the rest").press("Enter")
    page.get_by_role("button", name="Pair round 1").press("Enter")
    next_step(page, "Round 1 is paired")
    expect(page.locator("#desk-next")).to_be_focused()
    (paired,) = card(service, page)["rounds"]
    assert paired["fixed"] == [[1, 2]]
    assert sorted(sorted(table["entrants"]) for table in paired["tables"]) == [[1, 2], [3, 4]]
    page.get_by_role("button", name="Draw again").press("Enter")
    expect(page.get_by_text("Round 1 was drawn again.")).to_be_visible()
    assert card(service, page)["rounds"][0]["attempt"] == 1


def test_the_staff_can_make_every_decision_on_the_page(visit: Visits, service: House) -> None:
    olga, rita = service.register("Olga"), service.register("Rita")
    at = event(
        service, olga, [service.register(name) for name in ("Ada", "Ben", "Cleo")], elsewhere=True, check_in=True
    )
    page = visit(f"{at}#desk", olga)
    page.get_by_label("Name of a guest").fill("Dora")
    page.get_by_label("Club").first.fill("North")
    press(page, "Enter the guest")
    expect(page.get_by_role("row", name=re.compile("Dora"))).to_contain_text("North")
    for name in ("Ada", "Ben", "Cleo", "Dora"):
        press(page, f"Check in: {name}")
        expect(page.get_by_role("row", name=re.compile(name))).to_contain_text("checked in")
    press(page, "More about Cleo")
    dialog = page.get_by_role("dialog", name="Cleo")
    for button, presence in (("Withdraw", "has left"), ("Readmit", "checked in"), ("Mark as absent", "did not come")):
        press(dialog, button)
        expect(dialog.get_by_role("paragraph").first).to_have_text(presence)
    press(dialog, "Readmit")
    expect(dialog.get_by_role("paragraph").first).to_have_text("checked in")
    page.keyboard.press("Escape")
    page.get_by_role("combobox", name="Who").select_option(label="Ada · 1")
    page.get_by_role("combobox", name="not with").select_option(label="Ben · 2")
    press(page, "Keep them apart")
    expect(page.get_by_role("listitem").filter(has_text="Ada · 1 – Ben · 2")).to_be_visible()
    page.locator("summary", has_text="Title, description and start").click()
    page.get_by_label("Title", exact=True).fill("Winter Cup")
    press(page, "Save")
    expect(page.get_by_role("heading", name="Winter Cup", level=1)).to_be_visible()
    page.locator("summary", has_text="Staff").click()
    page.locator(".desk-part", has_text="Staff").get_by_label("Player’s page or id").fill(
        f"{service.url}/players/{rita.player}"
    )
    press(page, "Add to the staff")
    expect(page.get_by_role("listitem").filter(has_text="Rita")).to_contain_text("referee")

    press(page, "Show how round 1 could be paired")
    press(page, "Pair round 1")
    press(page, "Start round 1")
    hers = visit(f"{at}#desk", rita)  # a referee may make rulings, and nothing else
    rule(hers, 1, 9, 4)
    expect(hers.get_by_role("button", name="Enter the guest")).to_have_count(0)
    expect(hers.locator("#desk-next")).to_have_count(0)
    rule(page, 2, 3, 3)
    next_step(page, "Round 1 is over")
    press(page, "Correct the result of table 1")
    correction = page.get_by_role("dialog")
    correction.get_by_role("textbox", name=re.compile("^Points of")).last.fill("9")
    correction.get_by_label("The places do not follow from the points").check()
    correction.get_by_label(re.compile("^Place of")).last.select_option("2")
    expect(correction.get_by_role("button", name="Save the correction")).to_be_disabled()
    correction.get_by_label("Cause").select_option(label="a mistake")
    correction.get_by_label("Note").fill("Counted again.")
    press(correction, "Save the correction")
    expect(correction).to_have_count(0)
    press(page, "More about Ben")
    dialog = page.get_by_role("dialog", name="Ben")
    dialog.locator("summary", has_text="Penalty").click()
    dialog.get_by_label("Points in the standings").fill("0,5")
    dialog.get_by_label("Cause").first.select_option(label="conduct")
    press(dialog, "Deduct the points")
    expect(dialog.get_by_text("The points were deducted.")).to_be_visible()
    dialog.locator("summary", has_text="Disqualify").click()
    dialog.get_by_label("Cause").last.select_option(label="conduct")
    press(dialog, "Disqualify now")
    expect(dialog.get_by_role("paragraph").first).to_have_text("disqualified")
    page.keyboard.press("Escape")
    page.locator("summary", has_text=re.compile("^End$")).click()
    press(page, "Call the tournament off …")
    press(page, "Call it off now")
    expect(page.get_by_text("The tournament is called off.")).to_be_visible()

    log = service.client.get(f"{API}{at}/log.ndjson").text.splitlines()[1:]
    events = [msgspec.json.decode(line)["e"] for line in log]
    (paired,) = (event for event in events if event["t"] == "round-paired")
    assert [1, 2] not in [sorted(table["entrants"]) for table in paired["tables"]]
    ruled = [(event["points"], event["places"], event["cause"]) for event in events if event["t"] == "result-ruled"]
    assert ruled == [([9, 4], [1, 2], "time"), ([3, 3], [1, 1], "time"), ([9, 9], [1, 2], "error")]
    assert [event["hundredths"] for event in events if event["t"] == "penalised"] == [50]
    assert [event["entrant"] for event in events if event["t"] == "disqualified"] == [2]
    assert [event["t"] for event in events[-2:]] == ["cancelled", "secret-published"]


def test_a_clock_can_be_watched_paused_and_extended(visit: Visits, service: House) -> None:
    olga, people = service.register("Olga"), [service.register(name) for name in ("Ada", "Ben")]
    at = event(service, olga, people, clock={"match": 600, "at_zero": "forfeit"})
    for step in ("/rounds", "/rounds/1/start"):
        post(service, olga, f"{at}{step}", {"round": 1} if step == "/rounds" else None)
    page = visit(f"{at}#desk", olga)
    clock = page.locator(".desk-clock")
    expect(clock.first).to_have_text(re.compile(r"(9:\d\d|10:00)$"))
    press(page, "Pause table 1")
    expect(page.get_by_text("paused", exact=True)).to_be_visible()
    press(page, "Resume table 1")
    expect(page.get_by_role("button", name="Pause table 1")).to_be_visible()
    press(page, "More time for table 1")
    page.get_by_role("combobox", name="For").select_option(label="Ada")
    page.get_by_label("Minutes").fill("20")
    press(page, "Add the time")
    expect(page.get_by_text("The time was added.")).to_be_visible()
    expect(clock.filter(has_text=re.compile(r"2\d:\d\d$"))).to_have_count(1)


def test_a_plan_that_cannot_be_played_is_refused_at_its_field(visit: Visits, service: House) -> None:
    visit.expect(r"4\d\d: .*/tournaments$")
    page = visit("/tournaments#hold", service.register("Olga"))
    press(page, "Create the tournament")
    expect(page.get_by_label("Title", exact=True)).to_have_accessible_description(
        "A title of 1 to 80 visible characters."
    )
    page.get_by_label("Title", exact=True).fill("Cup")
    page.get_by_label("Planned start").fill("2030-01-05T19:00")
    page.get_by_label("Format").select_option(label="Swiss rounds, then a knock-out of the best")
    page.locator("summary", has_text="More choices").click()
    page.get_by_label("Entrants who advance", exact=True).fill("1")
    page.locator("summary", has_text="More choices").click()
    press(page, "Create the tournament")  # opens the fold
    wrong = page.get_by_label("Entrants who advance", exact=True)
    expect(wrong).to_be_focused()
    expect(wrong).to_have_accessible_description("At least 2, or empty for everybody.")
    wrong.fill("4")
    page.get_by_label("Play with a clock").check()
    for label in ("Seconds per answer", "Minutes per match"):
        page.get_by_label(label).fill("")
    press(page, "Create the tournament")
    expect(page.get_by_role("alert").get_by_text(re.compile("^A clock needs a time"))).to_be_visible()
    page.get_by_label("Seconds per answer").fill("90")
    page.get_by_label("Seconds given back per answer").fill("0")
    press(page, "Create the tournament")
    page.wait_for_url(re.compile(r"/tournaments/[0-9a-f]{32}#desk"))
    shown = card(service, page)
    assert shown["plan"]["clock"] == {"command": 90}
    assert shown["starts_at"].startswith("2030-01-0")
    assert shown["plan"]["stages"] == [
        {"method": "swiss", "table": 4, "rounds": 3},
        {"method": "elimination", "table": 4, "cut": 4},
    ]


@pytest.mark.parametrize(("scheme", "width"), EVERY_LOOK if LONG else [("dark", 360)])
def test_axe_finds_no_serious_fault_on_the_pages_of_an_event(
    visit: Visits, service: House, axe: str, scheme: str, width: int
) -> None:
    """`test_tournament_pages` checks the list of tournaments, and `test_rule_fields` the form."""
    olga = service.register("Olga")
    at = event(service, olga, [service.register(name) for name in ("Ada", "Ben")], 2, clock={"match": 600})
    screen: dict[str, Any] = PHONE if width == 360 else {"viewport": {"width": width, "height": 900}}
    page = visit(f"{at}#desk", olga, color_scheme=scheme, bypass_csp=True, **screen)
    found: dict[str, list[Any]] = {}

    def check(where: str, within: str | None = None) -> None:
        assert page.evaluate("() => document.documentElement.scrollWidth") <= width, where
        found[where] = grave(page, axe, within)
        if within is None:
            has_landmarks(page)

    press(page, "Show how round 1 could be paired")
    press(page, "Set by hand: table 1")
    page.locator(".desk-part:not([open]) > summary").evaluate_all("(all) => all.forEach((one) => one.click())")
    page.get_by_label("Names", exact=True).fill(f"player,club\n{olga.player},North")
    press(page, "Show a preview")
    expect(page.get_by_role("table", name="First entrants")).to_be_visible()
    check("desk before a round")
    press(page, "More about Ada")
    page.get_by_role("dialog").locator("summary", has_text="Penalty").click()
    check("an entrant", DIALOG)
    page.keyboard.press("Escape")
    # Two bots at one table would finish their match before they could be given more time.
    post(service, olga, f"{at}/rounds", {"round": 1, "fixed": [[1, 3], [2, 4]]})
    post(service, olga, f"{at}/rounds/1/start")
    page.reload()
    press(page, "More time for table 1")
    page.keyboard.press("Escape")
    press(page, "Make a ruling at table 1")
    page.get_by_label("The places do not follow from the points").check()
    check("a ruling", DIALOG)
    page.goto(f"{at}/screen")
    expect(page.locator(".screen-table").first).to_be_visible()
    check("screen")
    assert {where: those for where, those in found.items() if those} == {}


def test_a_list_of_entrants_can_be_entered_by_keyboard_and_its_faults_are_shown(visit: Visits, service: House) -> None:
    """A club looks like a first name, so the organiser says which it is; a wrong club can be corrected."""
    olga = service.register("Olga")
    visit.expect("422: .*/entrants/list")
    page = visit(f"{event(service, olga, [], elsewhere=True)}#desk", olga)
    page.locator("summary", has_text="Enter a list").press("Enter")
    box, faults = page.get_by_label("Names", exact=True), page.locator("#desk-list-faults")
    box.fill("name,level,club\nAda,,North\nBen,random,\n,random,\n")
    page.get_by_role("button", name="Show a preview").press("Enter")
    expect(page.get_by_role("alert").filter(has_text="Nobody was entered.")).to_be_visible()
    expect(faults.get_by_role("listitem")).to_have_text(
        [
            "Line 3: A line needs one of name, player and level.",
            "Line 4: Bots can take part only if tables are played here.",
        ]
    )
    expect(box).to_have_value(re.compile("Ada"))
    page.get_by_label("From a file").set_input_files(
        {"name": "list.csv", "mimeType": "text/csv", "buffer": "\ufeffname;club\r\nZoë;North\r\nBen;\r\n".encode()}
    )
    expect(box).to_have_value(re.compile("Zoë"))
    page.get_by_role("button", name="Show a preview").press("Enter")
    expect(page.get_by_text("2 entrants found. Nobody has been entered yet.")).to_be_visible()
    expect(page.get_by_role("table", name="Columns").get_by_role("row")).to_have_text(
        ["ColumnHeadingRead as", "1namename", "2clubclub"]
    )
    expect(page.get_by_role("table", name="First entrants").get_by_role("row")).to_have_text(
        ["LineNameClub", "2ZoëNorth", "3Ben"]
    )
    assert card(service, page)["entrants"] == []
    page.get_by_role("button", name="Enter these 2 entrants").press("Enter")
    expect(page.get_by_text("2 entrants were entered.")).to_be_visible()
    expect(faults.get_by_role("listitem")).to_have_count(0)
    expect(page.get_by_role("table", name="Entrants").get_by_role("row")).to_have_count(3)
    assert [one["name"] for one in card(service, page)["entrants"]] == ["Zoë", "Ben"]
    page.locator("summary", has_text="Enter a list").click()
    box.fill("1\tBerg\tAnna\n2\tNovak\tBela")
    press(page, "Show a preview")
    expect(page.locator("#desk-list-faults")).to_contain_text("Line 1: It is not clear what the columns are.")
    press(page, "Read the columns as surname and first name")
    expect(box).to_have_value("\tsurname\tfirst_name\n1\tBerg\tAnna\n2\tNovak\tBela")
    press(page, "Show a preview")
    expect(page.get_by_text("Tabs separate the columns. The headings are in line 1.")).to_be_visible()
    box.fill("name;club\nBerg;Anna")
    expect(page.get_by_role("button", name="Show a preview")).to_be_visible()  # it is another list now
    press(page, "Show a preview")
    press(page, "Enter this entrant")
    expect(page.get_by_text("1 entrant was entered.")).to_be_visible()
    press(page, "More about Berg")
    dialog = page.get_by_role("dialog", name="Berg")
    expect(dialog.get_by_label("Club")).to_have_value("Anna")
    expect(dialog.get_by_role("button", name="Save the club")).to_be_disabled()
    dialog.get_by_label("Club").fill("SC North")
    press(dialog, "Save the club")
    expect(dialog.get_by_text("The club is saved.")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("table", name="Entrants").get_by_role("row").last).to_contain_text("SC North")
    assert card(service, page)["entrants"][-1]["club"] == "SC North"


PASTED = """(text) => {
  const copied = new DataTransfer();
  copied.setData("text/plain", text);
  const event = new ClipboardEvent("paste", {clipboardData: copied, bubbles: true, cancelable: true});
  document.activeElement.dispatchEvent(event);
}"""


def test_an_evening_of_seven_with_namesakes_and_a_wrong_result_can_be_run(visit: Visits, service: House) -> None:
    olga = service.register("Olga")
    pods: dict[str, Any] = {"stages": [{"method": "swiss", "table": 4, "rounds": 2}], "scoring": "place-4-3-2-1"}
    at = event(service, olga, [], elsewhere=True, game="cities_knights", **pods)
    page = visit(f"{at}#desk", olga)
    page.get_by_label("Name of a guest").focus()
    page.evaluate(PASTED, "Ada\r\nBen\r\nCleo\r\nAnna\r\nDora\r\nEmil\r\n")
    expect(page.get_by_label("Names", exact=True)).to_be_focused()
    press(page, "Show a preview")
    press(page, "Enter these 6 entrants")
    expect(page.get_by_text("6 entrants were entered.")).to_be_visible()
    page.get_by_label("Name of a guest").fill("anna")
    page.keyboard.press("Enter")
    expect(page.get_by_text("anna was entered as no. 7. Others with this name: no. 4.")).to_be_visible()
    press(page, "Rename anna · 7")
    expect(page.get_by_role("dialog", name="anna · 7").get_by_label("Name", exact=True)).to_be_focused()
    page.keyboard.insert_text("Anna Meier")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.get_by_role("button", name=re.compile("^Rename"))).to_have_count(0)
    for step in ("Show how round 1 could be paired", "Pair round 1", "Start round 1"):
        press(page, step)
    next_step(page, "Round 1 is being played")
    wall = visit(f"{at}/screen?minutes=90", viewport={"width": 1280, "height": 720})
    expect(wall.get_by_text("Anna Meier · 7")).to_be_visible()
    form = page.locator(".desk-result").first
    seats = form.get_by_role("textbox").count()
    form.get_by_role("textbox").first.focus()
    page.keyboard.type("13")
    for points in range(9, 9 - seats + 1, -1):
        page.keyboard.press("Tab")
        page.keyboard.type(str(points))
    page.keyboard.press("Enter")
    expect(page.get_by_text("The result of table 1 was entered.")).to_be_visible()
    expect(page.locator(".desk-result input").first).to_be_focused()
    expect(wall.get_by_text("1 of 2 tables have their results")).to_be_visible()
    expect(wall.locator(".screen-table.new")).to_contain_text("13")
    expect(wall.get_by_role("timer")).to_contain_text(re.compile(r"1:(29|30):\d\d"))
    wall.keyboard.press("ArrowRight")
    expect(wall.get_by_role("table", name="Standings").get_by_role("row")).to_have_count(8)
    assert wall.evaluate("document.documentElement.scrollHeight <= innerHeight")
    numbers = ".screen-standings td"
    assert wall.eval_on_selector_all(numbers, "(all) => all.every((one) => one.scrollWidth <= one.clientWidth)")
    press(page, "Correct the result of table 1")
    dialog = page.get_by_role("dialog")
    for seat, number in enumerate((9, 13)):
        dialog.get_by_role("textbox", name=re.compile("^Points of")).nth(seat).fill(str(number))
    expect(dialog.get_by_role("button", name="Save the correction")).to_be_disabled()
    dialog.get_by_label("Cause").select_option(label="a mistake")
    press(dialog, "Save the correction")
    expect(dialog).to_have_count(0)
    (round_,) = card(service, page)["rounds"]
    assert (round_["tables"][0]["result"]["points"][:2], round_["tables"][0]["result"]["kind"]) == ([9, 13], "ruled")
    others = [13, 9, 8, 7][: 7 - seats]
    for field, number in zip(page.locator(".desk-result input").all(), others, strict=True):
        field.fill(str(number))
    press(page, "Enter the result of table 2")
    expect(page.get_by_text(re.compile("^Small tables are distributed evenly, so"))).to_be_visible()
    press(page, "Avoid repeat meetings instead")
    expect(page.get_by_role("button", name="Distribute small tables evenly instead")).to_be_visible()
    press(page, "Pair round 2")
    next_step(page, "Round 2 is paired")
    assert card(service, page)["rounds"][1]["algorithm"] == "pods-company/2"


def test_a_correction_after_the_next_draw_is_shown_and_the_stale_draw_does_not_start(
    visit: Visits, service: House
) -> None:
    olga = service.register("Olga")
    at = event(service, olga, [], elsewhere=True, stages=[{"method": "elimination", "table": 2}])
    guests = [{"t": "guest", "name": name} for name in ("Ada", "Ben", "Cleo", "Dora")]
    post(service, olga, f"{at}/entrants/list", {"entrants": guests})
    post(service, olga, f"{at}/rounds", {"round": 1})
    post(service, olga, f"{at}/rounds/1/start")
    for table in (1, 2):
        post(service, olga, f"{at}/rounds/1/tables/{table}/result", {"points": [10, 5]})
    post(service, olga, f"{at}/rounds", {"round": 2})
    page = visit(f"{at}#desk", olga)
    turned = {"points": [5, 10], "cause": "error"}
    entry = post(service, olga, f"{at}/rounds/1/tables/1/rulings", turned)["version"]
    page.reload()
    changed = page.get_by_text(f"Changed since round 2 was drawn: result of round 1, table 1 (entry {entry}).")
    expect(changed).to_be_visible()
    visit.expect("422: .*/rounds/2/start")
    press(page, "Start round 2")
    expect(page.get_by_role("alert")).to_contain_text("Draw the round again")
    press(page, "Draw again")
    expect(page.get_by_text("Round 2 was drawn again.")).to_be_visible()
    expect(changed).to_have_count(0)
    press(page, "Start round 2")
    next_step(page, "Round 2 is being played")
    post(service, olga, f"{at}/rounds/1/tables/2/rulings", turned)
    page.reload()
    continues = "The round continues as it was drawn; the standings include the correction."
    expect(page.get_by_text(continues)).to_be_visible()
    standings = visit(f"{at}#standings", olga)
    expect(standings.get_by_text("These results were corrected after a later round was drawn.")).to_be_visible()
    expect(
        standings.get_by_role("link", name=re.compile("^Round 1, table 2 .*after the draw of round 2"))
    ).to_be_visible()


def test_the_games_of_an_entrant_who_left_a_round_robin_can_be_struck_and_restored(
    visit: Visits, service: House
) -> None:
    olga = service.register("Olga")
    at = event(service, olga, [], elsewhere=True, stages=[{"method": "round-robin", "table": 2}])
    guests = [{"t": "guest", "name": name} for name in ("Ada", "Ben", "Cleo", "Dora")]
    post(service, olga, f"{at}/entrants/list", {"entrants": guests})
    post(service, olga, f"{at}/rounds", {"round": 1})
    post(service, olga, f"{at}/rounds/1/start")
    for table in (1, 2):
        post(service, olga, f"{at}/rounds/1/tables/{table}/result", {"points": [10, 5]})
    page = visit(f"{at}#desk", olga)
    page.locator(".desk").get_by_text("Entrants", exact=True).first.click()
    page.get_by_role("button", name="Ada", exact=False).first.click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("button", name="Strike the games now")).to_have_count(0)
    press(dialog, "Withdraw")
    press(dialog, "Strike the games now")
    expect(dialog.get_by_text("The games are struck.")).to_be_visible()
    assert card(service, page)["entrants"][0]["struck"]
    press(dialog, "Count the games again")
    expect(dialog.get_by_text("The games count again.")).to_be_visible()
    press(dialog, "Strike the games now")
    expect(dialog.get_by_text("The games are struck.")).to_be_visible()
    rounds = visit(f"{at}#rounds/1", olga)
    expect(rounds.get_by_text("does not count, because an entrant has left")).to_be_visible()
