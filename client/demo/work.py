"""Tasks, with their checklists, repetitions, reminders and comments; and saved filters."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date, timedelta
from typing import Any, Final, NamedTuple
from uuid import UUID, uuid5

from client.demo.dice import Dice
from client.demo.drafts import Draft, Ids, Readers

StatusId = Callable[[str], UUID]


class Desk(NamedTuple):
    """How many tasks of which sort there are."""

    open: int
    active: int
    done: int
    cancelled: int
    repeating: int
    overdue: int
    with_checklist: int
    comments: int
    assigned: int
    """To each who can be."""


_ACTS: Final = (
    ("Renew the insurance of {}", "Insurance"),
    ("File the papers of {}", "Legal"),
    ("Check the invoices for {}", "Money"),
    ("Book the inspection of {}", "House"),
    ("Ask for three quotes for {}", "Repairs"),
    ("Review the contract about {}", "Legal"),
    ("Update the inventory of {}", "Insurance"),
    ("Arrange the valuation of {}", "Money"),
    ("Call about {}", None),
    ("Scan and sign for {}", "Tax year"),
)
_STEPS: Final = (
    "Find the last letter",
    "Ask for the figures",
    "Compare with last year",
    "Sign",
    "File the copy",
)
_WORDS: Final = (
    "I have called; they answer by Friday.",
    "The figures are in. Could you look over them?",
    "Done on my side.",
    "We need the original for this, not a copy.",
    "Moved to next week, the office is closed.",
    "Agreed.",
)
_RULES: Final = (
    # The 31st, or the last day of a month that has none.
    ("FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1", "end of month"),
    ("FREQ=MONTHLY;BYDAY=-1FR", "last friday"),
    ("FREQ=WEEKLY;INTERVAL=2", "any"),
    ("FREQ=MONTHLY;INTERVAL=3", "any"),
    ("FREQ=YEARLY", "any"),
    ("FREQ=WEEKLY;BYDAY=MO", "monday"),
)
_NAMES: Final = UUID("6b1f0c52-7f0e-4b57-9a52-3f9a7d1c2b10")


def tasks(
    desk: Desk,
    profiles: Sequence[tuple[str, str]],
    people: Sequence[str],
    status: StatusId,
    ids: Ids,
    rng: Dice,
    today: date,
    zone: str,
) -> list[Draft]:
    """`people` are those to whom tasks are assigned, in turn; the first of them that read write comments."""
    under_way = desk.open + desk.active
    columns = [
        *[status("todo")] * desk.open,
        *_in_turn(desk.active, [status("inProgress"), status("waiting"), status("bank")]),
        *[status("done")] * desk.done,
        *[status("cancelled")] * desk.cancelled,
    ]
    subjects = [(act, topic, name, kind) for name, kind in profiles for act, topic in _ACTS]
    rng.shuffle(subjects)
    turns = [person for _ in range(desk.assigned) for person in people]
    drafts: list[Draft] = []
    for number, column in enumerate(columns):
        act, topic, profile, kind = subjects[number]
        person = turns[number] if number < min(len(turns), under_way) else None
        house = kind == "property" or person == "tom"
        drafts.append(
            Draft(
                "task",
                act.format(profile),
                _contents(act.format(profile), number, desk, rng, closed=number >= under_way),
                {
                    "state": "active",
                    "statusId": column,
                    "profileIds": [ids[f"profile:{profile}"]],
                    "topicIds": [found] if (found := ids.get(f"topic:{topic}")) is not None else [],
                    "assigneeIds": [] if person is None else [ids[f"person:{person}"]],
                    **_schedule(number, desk, rng, today, zone),
                },
                author=rng.choice([one for one in people if one in ("eleanor", "marcus", "priya")]),
                readers="house" if house else "everybody",
                comments=_comments(number, desk, rng, people, house=house),
            )
        )
    return drafts


_SOON: Final = {"field": "expiresOn", "op": "withinNext", "value": "P90D"}
_MINE: Final = {"field": "assigneeIds", "op": "hasAny", "value": ["@me"]}
_LATE: Final = {"field": "dueOn", "op": "lt", "value": "@today"}
_LEGAL: Final = {"field": "category", "op": "eq", "value": "legal"}
_INSURED: Final = {"field": "category", "op": "eq", "value": "insurance"}
_FIRMS: Final = {"field": "kind", "op": "eq", "value": "org"}
_URGENT: Final = {"field": "emergency", "op": "eq", "value": True}


def filters() -> list[Draft]:
    """Five for everybody or the house; the private ones are read by nobody but their author."""
    return [
        _saved("Expiring within 90 days", "document", _SOON, "expiresOn", "eleanor", "everybody"),
        _saved("Overdue", "task", {"all": [_LATE]}, "dueOn", "eleanor", "everybody"),
        _saved("Insurance", "document", _INSURED, "title", "marcus", "everybody"),
        _saved("Organisations", "contact", _FIRMS, "name", "priya", "everybody"),
        _saved("Emergency numbers", "vendor", _URGENT, "name", "eleanor", "house"),
        _saved("My tasks", "task", {"all": [_MINE]}, "dueOn", "eleanor", "private", "board"),
        _saved("Legal papers", "document", _LEGAL, "title", "eleanor", "private"),
        _saved("Mine this month", "task", {"all": [_MINE]}, "dueOn", "marcus", "private", "calendar"),
        _saved("For the auditors", "document", {"any": [_LEGAL, _INSURED]}, "title", "priya", "private"),
    ]


def filters_of_firm() -> list[Draft]:
    return [_saved("Expiring soon", "document", _SOON, "expiresOn", "priya", "everybody")]


def _saved(
    name: str, entity: str, where: Any, sort: str, author: str, readers: Readers, view: str = "table"
) -> Draft:
    scope = "private" if readers == "private" else "shared"
    contents = {
        "v": 1,
        "name": name,
        "entity": entity,
        "where": where,
        "sort": [{"field": sort, "dir": "asc"}],
        "view": view,
    }
    about = {"entity": entity, "scope": scope, "pinned": scope == "shared"}
    return Draft("saved-filter", name, contents, about, author, readers)


def _in_turn(count: int, among: Sequence[UUID]) -> list[UUID]:
    return [among[number % len(among)] for number in range(count)]


def _contents(title: str, number: int, desk: Desk, rng: Dice, *, closed: bool) -> dict[str, Any]:
    payload: dict[str, Any] = {"v": 1, "title": title, "priority": rng.randrange(5)}
    if number < desk.with_checklist:
        steps = _STEPS[: rng.randrange(2, len(_STEPS) + 1)]
        payload["checklist"] = [
            {"id": str(place), "text": step, "done": closed or rng.random() < 0.4, "rank": "abcdefgh"[place]}
            for place, step in enumerate(steps)
        ]
    if rng.random() < 0.3:
        payload["estimateMinutes"] = rng.choice((15, 30, 60, 120))
    return payload


def _schedule(number: int, desk: Desk, rng: Dice, today: date, zone: str) -> dict[str, Any]:
    """The first repeat, the next are overdue, and half of the others have a day."""
    if number < desk.repeating:
        rule, falls = _RULES[number % len(_RULES)]
        due = _day_that(falls, today + timedelta(days=rng.randrange(2, 28)))
        mode = "afterCompletion" if falls == "any" and number % 2 else "fixed"
        reminder = f"{uuid5(_NAMES, f'{today} {number}')} inapp 1440"
        return {"dueOn": str(due), "recurrence": f"{rule}\n{mode}\n{zone}\n", "reminders": reminder}
    if number < desk.repeating + desk.overdue:
        return {"dueOn": str(today - timedelta(days=rng.randrange(1, 40)))}
    if number < desk.open + desk.active and rng.random() < 0.5:
        due = today + timedelta(days=rng.randrange(1, 90))
        return {
            "startOn": str(due - timedelta(days=rng.randrange(1, 20))),
            "dueOn": str(due),
            "dueTime": "17:00",
        }
    return {}


def _day_that(falls: str, after: date) -> date:
    """The first such day from there on."""
    day = after
    while not _is(falls, day):
        day += timedelta(days=1)
    return day


def _is(falls: str, day: date) -> bool:
    match falls:
        case "end of month":
            return (day + timedelta(days=1)).day == 1
        case "last friday":
            return day.weekday() == 4 and (day + timedelta(days=7)).month != day.month
        case "monday":
            return day.weekday() == 0
        case _:
            return True


def _comments(
    number: int, desk: Desk, rng: Dice, people: Sequence[str], *, house: bool
) -> list[tuple[str, str, list[str]]]:
    """Two of each of the first tasks, as long as there are some."""
    said = max(0, min(2, desk.comments - 2 * number))
    writers = [one for one in people if one in ("eleanor", "marcus", "priya") or (one == "tom" and house)]
    return [
        (rng.choice(writers), rng.choice(_WORDS), [rng.choice(writers)] if rng.random() < 0.3 else [])
        for _ in range(said)
    ]
