"""The contents of the demo, before anything is sealed: always the same, as many as promised, well formed."""

from __future__ import annotations

import json
import os
import subprocess
import zlib
from collections import Counter
from collections.abc import Mapping
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import UUID, uuid5

import pytest
from dateutil.rrule import rrulestr

from client.attributes import ATTRIBUTES
from client.demo.cast import ASSIGNABLE, HAWTHORNE, HOUSES, KESTREL, PEOPLE, House, address_of
from client.demo.dice import dice_for
from client.demo.drafts import Draft
from client.demo.papers import expires_on_at, pages_of
from client.demo.stages import STAGES, Setting
from client.payloads import fault
from domain.work.file_catalogue import FILE_CATEGORIES, FILE_TYPES
from domain.work.profile_types import PROFILE_TYPE_CATALOGUE

ROOT = Path(__file__).resolve().parents[2]
TODAY = date(2026, 11, 26)
ACCOUNT = UUID("00000000-0000-4000-8000-000000000020")
TYPES = {each.key: each.id for each in PROFILE_TYPE_CATALOGUE.values()}


def drafts_of(house: House, today: date = TODAY) -> list[Draft]:
    """All that is written into an account, with ids that follow from the names."""
    ids = {f"person:{one.key}": uuid5(ACCOUNT, one.key) for one in PEOPLE}
    setting, drafts = Setting(ACCOUNT, ids, TYPES, dice_for(house.key), today), list[Draft]()
    for stage in STAGES[house.key]:
        for draft in stage(setting):
            ids[f"{draft.kind}:{draft.name}"] = uuid5(ACCOUNT, f"{draft.kind}:{draft.name}")
            drafts.append(draft)
    return drafts


def of(kind: str, drafts: list[Draft]) -> list[Draft]:
    return [draft for draft in drafts if draft.kind == kind]


@pytest.mark.parametrize("house", HOUSES, ids=lambda house: house.key)
def test_it_is_the_same_every_time_and_moves_with_the_day(house: House) -> None:
    assert drafts_of(house) == drafts_of(house)
    later = drafts_of(house, TODAY + timedelta(days=1))

    first = next(draft for draft in of("document", drafts_of(house)) if "expiresOn" in draft.attributes)
    second = next(draft for draft in of("document", later) if draft.name == first.name)
    on, next_on = (date.fromisoformat(one.attributes["expiresOn"]) for one in (first, second))
    assert next_on - on == timedelta(days=1)


def test_there_are_as_many_as_the_paper_says() -> None:
    office, firm = drafts_of(HAWTHORNE), drafts_of(KESTREL)
    assert Counter(draft.kind for draft in office) == {
        "profile": 34,
        "profile-group": 11,
        "profile-sub-group": 17,
        "contact": 40,
        "vendor": 18,
        "document": 120,
        "task": 200,
        "topic": 14,
        "saved-filter": 9,
        "status": 1,
    }
    # A tenth of each, and no account without any.
    assert Counter(draft.kind for draft in firm) == {
        "profile": 3,
        "profile-group": 2,
        "contact": 4,
        "vendor": 2,
        "document": 12,
        "task": 20,
        "topic": 1,
        "saved-filter": 1,
    }
    for drafts in (office, firm):
        names = Counter((draft.kind, draft.name) for draft in drafts)
        assert not [name for name, times in names.items() if times > 1]


def test_profiles_are_of_all_kinds() -> None:
    keys = {id: key for key, id in TYPES.items()}
    found = of("profile", drafts_of(HAWTHORNE))
    assert Counter(keys[draft.attributes["typeId"]] for draft in found) == {
        "person": 8,
        "property": 5,
        "vehicle": 6,
        "company": 4,
        "trust": 2,
        "pet": 3,
        "insurance": 4,
        "vessel": 1,
        "collection": 1,
    }
    assert sum(draft.ends == "archived" for draft in found) == 2
    for draft in found:
        asked = {field.key for field in PROFILE_TYPE_CATALOGUE[draft.attributes["typeId"]].template}
        assert draft.payload["values"].keys() <= asked, draft.name


def test_contacts_and_vendors_are_as_different_as_the_paper_wants() -> None:
    drafts = drafts_of(HAWTHORNE)
    contacts, vendors = of("contact", drafts), of("vendor", drafts)
    assert Counter(one.payload["kind"] for one in contacts) == {"individual": 28, "org": 12}
    assert {language for one in contacts for language in one.payload.get("languages", [])} == {
        *("en", "de", "fr", "ar")
    }
    numbers = Counter(phone["number"] for one in contacts for phone in one.payload["phones"])
    assert [one.name for one in contacts if numbers[one.payload["phones"][0]["number"]] > 1][-2:] == [
        "Beatrice Lyle",
        "Beatrice A. Lyle",
    ]
    assert sum(one.payload["emergency"] for one in vendors) == 3
    ends = [date.fromisoformat(one.payload["contract"]["endOn"]) for one in vendors]
    assert sum(TODAY < end <= TODAY + timedelta(days=60) for end in ends) == 2


def test_documents_expire_as_the_paper_wants() -> None:
    found = of("document", drafts_of(HAWTHORNE))
    days = [
        (date.fromisoformat(one.attributes["expiresOn"]) - TODAY).days
        for one in found
        if "expiresOn" in one.attributes
    ]
    assert len(days) == 84
    assert sum(day < 0 for day in days) == 6
    assert sum(0 < day <= 30 for day in days) == 9
    assert sum(30 < day <= 90 for day in days) == 14
    assert Counter(one.attributes["state"] for one in found) == {"active": 108, "draft": 12}
    assert Counter(one.ends for one in found) == {"": 107, "archived": 8, "bin": 5}
    with_versions = [one for one in found if one.files > 1]
    assert len(with_versions) == 22
    assert {one.files for one in with_versions} == {2, 3, 4, 5}
    for one in with_versions:
        days_of = [expires_on_at(one, version) for version in range(one.files)]
        assert days_of == sorted(filter(None, days_of)), "each version renews the one before"
        assert days_of[-1] == one.attributes["expiresOn"]
    types, categories = {one.key for one in FILE_TYPES}, {one.key for one in FILE_CATEGORIES}
    assert {one.payload["fileType"] for one in found} <= types
    assert {one.payload["category"] for one in found} <= categories


def test_tasks_are_as_far_as_the_paper_wants() -> None:
    found = of("task", drafts_of(HAWTHORNE))
    words = {
        uuid5(ACCOUNT, f"status:{key}"): key for key in ("todo", "inProgress", "waiting", "done", "cancelled")
    }
    columns = Counter(words.get(one.attributes["statusId"], "bank") for one in found)
    assert (columns["todo"], columns["done"], columns["cancelled"]) == (60, 95, 10)
    active = ("inProgress", "waiting", "bank")
    assert sum(columns[key] for key in active) == 35
    assert all(columns[key] for key in active)
    repeating = [one for one in found if "recurrence" in one.attributes]
    due = [one for one in found if "dueOn" in one.attributes]
    assert len(repeating) == 24
    assert sum(date.fromisoformat(one.attributes["dueOn"]) < TODAY for one in due) == 15
    assert sum("checklist" in one.payload for one in found) == 40
    assert sum(len(one.comments) for one in found) == 70
    assigned = Counter(person for one in found for person in one.attributes["assigneeIds"])
    assert assigned == {uuid5(ACCOUNT, person): 12 for person in ASSIGNABLE}


def test_what_repeats_is_due_on_a_day_of_its_rule() -> None:
    seen = set[str]()
    for draft in of("task", drafts_of(HAWTHORNE)):
        if "recurrence" not in draft.attributes:
            continue
        rule, mode, zone, count = draft.attributes["recurrence"].split("\n")
        due = datetime.fromisoformat(draft.attributes["dueOn"])
        assert rrulestr(rule, dtstart=due)[0] == due, (rule, due)
        assert (mode in ("fixed", "afterCompletion"), zone, count) == (True, "Europe/London", "")
        seen.add(rule)
    assert {"FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1", "FREQ=MONTHLY;BYDAY=-1FR"} < seen


def test_filters_are_for_everybody_or_for_one() -> None:
    found = of("saved-filter", drafts_of(HAWTHORNE))
    assert Counter(one.attributes["scope"] for one in found) == {"shared": 5, "private": 4}
    assert all((one.readers == "private") == (one.attributes["scope"] == "private") for one in found)


def test_both_clients_take_all_contents() -> None:
    asked: list[tuple[str, Mapping[str, Any]]] = [
        (draft.kind, draft.payload) for house in HOUSES for draft in drafts_of(house)
    ]
    assert len(asked) == 509
    assert [name for name in asked if fault(*name) is not None] == []
    node = os.environ.get("COFFER_NODE", str(ROOT / ".tools" / "node" / "bin" / "node"))
    judged = subprocess.run(
        [node, str(ROOT / "tests" / "contracts" / "payload_judge.mjs")],
        input=json.dumps(asked),
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(judged.stdout) == [None] * len(asked)
    for house in HOUSES:
        for draft in drafts_of(house):
            assert draft.attributes.keys() <= ATTRIBUTES[draft.kind].keys()


def test_files_are_real_and_weigh_what_the_paper_says() -> None:
    size, files = 0, 0
    for draft in of("document", drafts_of(HAWTHORNE)):
        for page in pages_of(draft, dice_for(draft.name)):
            size, files = size + len(page.content), files + 1
            if page.media_type == "image/png":
                assert pixels_of(page.content) == (page.width, page.height)
            else:
                assert page.content.startswith(b"%PDF-1.7")
                start = int(page.content.rsplit(b"startxref\n", 1)[1].split(b"\n")[0])
                assert page.content[start:].startswith(b"xref\n0 7\n")
            assert pixels_of(page.thumbnail) == (page.width // 4, page.height // 4)
    assert files > 150
    assert 15_000_000 < size < 25_000_000


def pixels_of(png: bytes) -> tuple[int, int]:
    """Width and height, where every row of such a picture is there and whole."""
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    at, size, data = 8, (0, 0), b""
    while at < len(png):
        length, kind = int.from_bytes(png[at : at + 4], "big"), png[at + 4 : at + 8]
        body = png[at + 8 : at + 8 + length]
        assert zlib.crc32(kind + body) == int.from_bytes(png[at + 8 + length : at + 12 + length], "big")
        if kind == b"IHDR":
            size = int.from_bytes(body[:4], "big"), int.from_bytes(body[4:8], "big")
        data += body if kind == b"IDAT" else b""
        at += 12 + length
    assert len(zlib.decompress(data)) == (size[0] + 1) * size[1]
    return size


def test_who_begins_anew_is_somebody_else() -> None:
    addresses = {address_of(person, round_) for person in PEOPLE for round_ in (1, 2, 3)}
    assert len(addresses) == 3 * len(PEOPLE)
    assert all(address.endswith("@example.test") for address in addresses)
