"""Contacts and vendors."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any, Final

from client.demo.dice import Dice
from client.demo.drafts import Draft, Ids

_PEOPLE: Final = (
    ("Amelia Croft", "Solicitor", "Croft Marlowe LLP", "en"),
    ("Dev Raman", "Accountant", "Raman & Pike", "en"),
    ("Fiona Pike", "Accountant", "Raman & Pike", "en"),
    ("Gareth Bowen", "Estate manager", "Aldergrove Estate Ltd", "en"),
    ("Hugh Templeton", "Banker", "Templeton Private Bank", "en"),
    ("Isla Fenwick", "Physician", "Carrick Street Practice", "en"),
    ("Jonas Lindqvist", "Surveyor", "Lindqvist Surveys", "en"),
    ("Katharina Vogel", "Notarin", "Notariat Vogel", "de"),
    ("Lorenz Amstutz", "Vermögensverwalter", "Amstutz & Cie", "de"),
    ("Margaux Delorme", "", "", "fr"),
    ("Nicolas Perrin", "Gardien", "Villa Corbelle", "fr"),
    ("Sylvie Garnier", "Notaire", "Étude Garnier", "fr"),
    ("ليلى حداد", "مترجمة", "مكتب حداد للترجمة", "ar"),
    ("سامر النجار", "محام", "النجار وشركاؤه", "ar"),
    ("Oscar Wren", "Adviser", "Kestrel & Wren Advisers", "en"),
    ("Phoebe Ashdown", "Forester", "Ashdown Forestry", "en"),
    ("Quentin Hale", "Harbour master", "Falmouth Haven", "en"),
    ("Rosa Quill", "Housekeeper", "", "en"),
    ("Samuel Adeyemi", "Veterinary surgeon", "Downs Veterinary", "en"),
    ("Tessa Brook", "Riding instructor", "", "en"),
    ("Una Maddox", "School registrar", "Larkhill School", "en"),
    ("Victor Lang", "Insurance broker", "Lang & Partners", "en"),
    ("Winifred Sole", "Archivist", "", "en"),
    ("Xavier Poole", "Auctioneer", "Poole & Hart", "en"),
    ("Yara Benton", "Travel agent", "Far Meridian", "en"),
    ("Zachary Moor", "Mechanic", "Moor Classic Cars", "en"),
    ("Beatrice Lyle", "", "", "en"),
    ("Beatrice A. Lyle", "", "", "en"),
)
"""The last two are the same person, written down twice."""
_ORGANISATIONS: Final = (
    "Croft Marlowe LLP",
    "Raman & Pike",
    "Templeton Private Bank",
    "Notariat Vogel",
    "Étude Garnier",
    "Carrick Street Practice",
    "Larkhill School",
    "Lang & Partners",
    "Falmouth Haven",
    "Far Meridian",
    "Poole & Hart",
    "Petworth Parish Council",
)
_VENDORS: Final = (
    ("Northgate Plumbing", ("plumbing", "heating"), True),
    ("Bright Spark Electrical", ("electrical",), True),
    ("Sentinel Alarms", ("alarm", "locks"), True),
    ("Larch Gardens", ("garden",), False),
    ("Cleaner & Daughters", ("cleaning",), False),
    ("Ashdown Forestry", ("forestry",), False),
    ("Moor Classic Cars", ("vehicles",), False),
    ("Falmouth Haven", ("mooring",), False),
    ("Downs Veterinary", ("veterinary",), False),
    ("Kettle & Bloom", ("catering",), False),
    ("Slate & Stone Roofing", ("roof",), False),
    ("Ember Chimney Sweeps", ("chimney",), False),
    ("Clearline Pools", ("pool",), False),
    ("Paperhold Archives", ("storage",), False),
    ("Meridian Couriers", ("courier",), False),
    ("Lumen Fibre", ("internet",), False),
    ("Oakfield Fuels", ("heating oil",), False),
    ("Corbelle Conciergerie", ("caretaking",), False),
)
_SPECIAL: Final = {"ø": "o", "é": "e", "É": "E", "ö": "o"}


def contacts(rng: Dice) -> list[Draft]:
    drafts: list[Draft] = []
    for number, (name, title, organization, language) in enumerate(_PEOPLE):
        payload = _individual(name, number, language, rng)
        if title:
            payload |= {"title": title}
        if organization:
            payload |= {"organization": {"name": organization}}
        if name.startswith("Beatrice"):
            # The same number and birthday twice: what the search for duplicates goes by.
            payload |= {
                "phones": [{"number": "+44 20 7946 0934", "label": "home"}],
                "anniversaries": [{"kind": "birth", "date": {"year": 1934, "month": 6, "day": 21}}],
            }
        drafts.append(
            Draft(
                "contact",
                name,
                payload,
                {"state": "active"},
                author=rng.choice(("eleanor", "marcus", "priya")),
            )
        )
    for name in _ORGANISATIONS:
        payload = {
            "v": 1,
            "kind": "org",
            "name": {"full": name},
            "phones": [{"number": _phone(rng, "en")}],
            "addresses": [
                {"street": f"{rng.randrange(2, 90)} High Street", "locality": "Petworth", "country": "GB"}
            ],
        }
        drafts.append(Draft("contact", f"{name} (office)", payload, {"state": "active"}, author="priya"))
    return drafts


def vendors(ids: Ids, rng: Dice, today: date) -> list[Draft]:
    drafts: list[Draft] = []
    for number, (name, services, emergency) in enumerate(_VENDORS):
        # Two contracts end soon, the others in a year or later.
        ends = today + timedelta(days=rng.randrange(20, 60) if number in (3, 7) else rng.randrange(365, 900))
        payload: dict[str, Any] = {
            "v": 1,
            "name": name,
            "services": list(services),
            "customerNumber": f"K-{rng.randrange(1000, 9999)}",
            "emergency": emergency,
            "rating": rng.randrange(3, 6),
            "phones": [{"number": _phone(rng, "en"), "label": "24 h" if emergency else "office"}],
            "contract": {
                "startOn": str(ends - timedelta(days=730)),
                "endOn": str(ends),
                "noticeDays": rng.choice((30, 60, 90)),
                "autoRenew": rng.random() < 0.5,
                "amount": {"minor": rng.randrange(40, 900) * 100, "currency": "GBP"},
                "every": rng.choice(("month", "quarter", "year")),
            },
        }
        if name == "Ashdown Forestry":
            payload["contactIds"] = [str(ids["contact:Phoebe Ashdown"])]
        drafts.append(Draft("vendor", name, payload, {"state": "active"}, readers="house"))
    return drafts


def contacts_of_firm(rng: Dice) -> list[Draft]:
    drafts: list[Draft] = []
    for name in ("Ada Kowalski", "Ben Whitlock", "Carmen Ruiz"):
        payload = _individual(name, 0, "en", rng)
        drafts.append(Draft("contact", name, payload, {"state": "active"}, author="priya"))
    payload = {"v": 1, "kind": "org", "name": {"full": "Hawthorne Family Office"}}
    drafts.append(Draft("contact", "Hawthorne Family Office", payload, {"state": "active"}, author="priya"))
    return drafts


def vendors_of_firm(rng: Dice, today: date) -> list[Draft]:
    drafts: list[Draft] = []
    for name, service in (("Harbor Office Park", "rent"), ("Ledgerline", "bookkeeping")):
        payload = {
            "v": 1,
            "name": name,
            "services": [service],
            "contract": {"endOn": str(today + timedelta(days=rng.randrange(200, 700))), "every": "month"},
        }
        drafts.append(Draft("vendor", name, payload, {"state": "active"}, author="priya"))
    return drafts


def _individual(name: str, number: int, language: str, rng: Dice) -> dict[str, Any]:
    given, _, surname = name.rpartition(" ")
    return {
        "v": 1,
        "kind": "individual",
        "name": {"full": name, "given": given, "surname": surname},
        "languages": [language],
        "emails": [{"address": _address(name, number), "label": "work", "pref": True}],
        "phones": [{"number": _phone(rng, language)}],
    }


def _phone(rng: Dice, language: str) -> str:
    country = {"de": "+41 44", "fr": "+33 4", "ar": "+961 1"}.get(language, "+44 20 7946")
    return f"{country} 0{rng.randrange(100, 999)}"


def _address(name: str, number: int) -> str:
    ascii_name = name.translate(str.maketrans(_SPECIAL)).lower().replace(". ", ".").replace(" ", ".")
    return f"{ascii_name if ascii_name.isascii() else f'contact{number}'}@example.test"
