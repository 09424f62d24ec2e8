"""Profiles with their groups, topics, and the status of the account's own."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta
from typing import Any, Final
from uuid import UUID

from client.demo.dice import Dice
from client.demo.drafts import Draft, Ids

TypeId = Callable[[str], UUID]

GROUPS: Final = {
    "Family": ("person", ("Parents", "Children")),
    "Extended family": ("person", ("London", "Abroad")),
    "Homes": ("property", ("In use", "Let")),
    "Land": ("property", ("Woodland",)),
    "Vehicles": ("vehicle", ("Daily", "Classic")),
    "Companies": ("company", ("Trading", "Holding")),
    "Trusts": ("trust", ("Discretionary",)),
    "Animals": ("pet", ("Dogs", "Horses")),
    "Cover": ("insurance", ("Property cover", "Motor cover", "Life cover")),
    "Boats": ("vessel", ()),
    "Collections": ("collection", ()),
}

_PROFILES: Final = (
    ("Eleanor Hawthorne", "Family", "Parents", {"birthDate": "1961-04-12", "nationality": "GB"}),
    ("Marcus Hawthorne", "Family", "Children", {"birthDate": "1988-09-30", "nationality": "GB"}),
    ("Clara Hawthorne", "Family", "Children", {"birthDate": "1991-02-18", "nationality": "GB"}),
    ("Edmund Hawthorne", "Family", "Parents", {"birthDate": "1957-11-03", "nationality": "GB"}),
    ("Beatrice Lyle", "Extended family", "London", {"birthDate": "1934-06-21"}),
    ("Rowan Lyle", "Extended family", "London", {"birthDate": "1996-12-05"}),
    ("Margaux Delorme", "Extended family", "Abroad", {"birthDate": "1990-07-14", "nationality": "FR"}),
    ("Theo Delorme", "Extended family", "Abroad", {"birthDate": "2019-03-09", "nationality": "FR"}),
    ("Aldergrove House", "Homes", "In use", {"address": "Aldergrove Lane, Petworth", "country": "GB"}),
    ("14 Carrick Mews", "Homes", "In use", {"address": "14 Carrick Mews, London", "country": "GB"}),
    ("Villa Corbelle", "Homes", "Let", {"address": "Chemin des Pins, Antibes", "country": "FR"}),
    ("Harbour Flat 3", "Homes", "Let", {"address": "3 Quay Street, Falmouth", "country": "GB"}),
    ("Ashdown Wood", "Land", "Woodland", {"address": "Ashdown, East Sussex", "plotArea": 182_000}),
    ("Range Rover", "Vehicles", "Daily", {"make": "Land Rover", "plate": "HW21 ELE", "year": 2021}),
    ("Volvo EX90", "Vehicles", "Daily", {"make": "Volvo", "plate": "HW25 MAR", "year": 2025}),
    ("Fiat 500", "Vehicles", "Daily", {"make": "Fiat", "plate": "HW19 CLA", "year": 2019}),
    ("Estate van", "Vehicles", "Daily", {"make": "Volkswagen", "plate": "HW20 TOM", "year": 2020}),
    ("Jaguar E-Type", "Vehicles", "Classic", {"make": "Jaguar", "plate": "EHA 61", "year": 1965}),
    ("Alvis TD21", "Vehicles", "Classic", {"make": "Alvis", "plate": "ALV 21", "year": 1961}),
    ("Hawthorne Holdings Ltd", "Companies", "Holding", {"registerNumber": "00000000", "country": "GB"}),
    ("Aldergrove Estate Ltd", "Companies", "Trading", {"registerNumber": "00000001", "country": "GB"}),
    ("Corbelle SCI", "Companies", "Holding", {"registerNumber": "000 000 002", "country": "FR"}),
    ("Wood & Orchard Ltd", "Companies", "Trading", {"registerNumber": "00000003", "country": "GB"}),
    ("Hawthorne 1998 Settlement", "Trusts", "Discretionary", {"settledOn": "1998-05-01"}),
    ("Lyle Education Trust", "Trusts", "Discretionary", {"settledOn": "2011-09-15"}),
    ("Biscuit", "Animals", "Dogs", {"species": "Dog", "breed": "Border Terrier"}),
    ("Juniper", "Animals", "Dogs", {"species": "Dog", "breed": "Labrador"}),
    ("Saltmarsh Lad", "Animals", "Horses", {"species": "Horse", "breed": "Irish Draught"}),
    ("Household cover", "Cover", "Property cover", {"policyNumber": "HH-204-77", "paidEvery": "year"}),
    ("Villa cover", "Cover", "Property cover", {"policyNumber": "VC-118-20", "paidEvery": "year"}),
    ("Fleet cover", "Cover", "Motor cover", {"policyNumber": "FL-090-31", "paidEvery": "year"}),
    ("Key person cover", "Cover", "Life cover", {"policyNumber": "KP-551-02", "paidEvery": "month"}),
    ("Curlew", "Boats", None, {"make": "Rustler", "model": "36", "homePort": "Falmouth"}),
    ("Lyle drawings", "Collections", None, {"kind": "Works on paper", "inventoryNumber": "LD-1"}),
)
PEOPLE: Final = tuple((name, GROUPS[group][0]) for name, group, _, _ in _PROFILES)
"""Profiles by name and type."""
PEOPLE_OF_FIRM: Final = (
    ("Oscar Wren", "person"),
    ("Priya Nair", "person"),
    ("Kestrel & Wren LLC", "company"),
)
_GROUPS_OF_FIRM: Final = {"Partners": "person", "Firm": "company"}
_ARCHIVED: Final = frozenset({"Alvis TD21", "Harbour Flat 3"})

_TOPICS: Final = (
    ("House", None, "#2f7d6b"),
    ("Repairs", "House", "#2f7d6b"),
    ("Garden", "House", "#4d8f3a"),
    ("Money", None, "#8a6d1f"),
    ("Tax year", "Money", "#8a6d1f"),
    ("Banking", "Money", "#8a6d1f"),
    ("Travel", None, "#2b6ca3"),
    ("Visas", "Travel", "#2b6ca3"),
    ("Health", None, "#a33b52"),
    ("Legal", None, "#5b4b9a"),
    ("Succession", "Legal", "#5b4b9a"),
    ("Insurance", None, "#3f6377"),
    ("Education", None, "#a3622b"),
    ("Events", None, "#7a3b8f"),
)


def groups(type_id: TypeId) -> list[Draft]:
    return [
        Draft("profile-group", name, {"v": 1, "name": name}, {"typeId": type_id(kind)})
        for name, (kind, _) in GROUPS.items()
    ]


def sub_groups(ids: Ids) -> list[Draft]:
    return [
        Draft(
            "profile-sub-group",
            f"{group}/{name}",
            {"v": 1, "name": name},
            {"groupId": ids[f"profile-group:{group}"]},
        )
        for group, (_, names) in GROUPS.items()
        for name in names
    ]


def profiles(type_id: TypeId, ids: Ids, rng: Dice, today: date) -> list[Draft]:
    drafts: list[Draft] = []
    for name, group, sub_group, values in _PROFILES:
        kind = GROUPS[group][0]
        attributes: dict[str, Any] = {
            "state": "active",
            "typeId": type_id(kind),
            "groupId": ids[f"profile-group:{group}"],
        }
        if sub_group is not None:
            attributes["subGroupId"] = ids[f"profile-sub-group:{group}/{sub_group}"]
        known = {**values, **_dates_of(kind, rng, today)}
        drafts.append(
            Draft(
                "profile",
                name,
                {"v": 1, "name": name, "values": known, "tags": [group.lower()]},
                attributes,
                readers="house" if kind == "property" else "office" if kind == "trust" else "everybody",
                ends="archived" if name in _ARCHIVED else "",
            )
        )
    return drafts


def _dates_of(kind: str, rng: Dice, today: date) -> dict[str, str]:
    name = {"vehicle": "inspectionOn", "pet": "vaccinatedUntil", "insurance": "endOn", "vessel": "surveyOn"}
    if kind not in name:
        return {}
    return {name[kind]: str(today + timedelta(days=rng.randrange(20, 360)))}


def top_topics() -> list[Draft]:
    return [Draft("topic", name, _topic(name, color)) for name, parent, color in _TOPICS if parent is None]


def sub_topics(ids: Ids) -> list[Draft]:
    return [
        Draft("topic", name, _topic(name, color), {"parentId": ids[f"topic:{parent}"]})
        for name, parent, color in _TOPICS
        if parent is not None
    ]


def statuses() -> list[Draft]:
    return [
        Draft(
            "status",
            "Waiting on bank",
            {"v": 1, "name": "Waiting on bank", "color": "#8a6d1f"},
            {"category": "active"},
        )
    ]


def groups_of_firm(type_id: TypeId) -> list[Draft]:
    return [
        Draft("profile-group", name, {"v": 1, "name": name}, {"typeId": type_id(kind)}, author="priya")
        for name, kind in _GROUPS_OF_FIRM.items()
    ]


def profiles_of_firm(type_id: TypeId, ids: Ids) -> list[Draft]:
    drafts: list[Draft] = []
    groups = {kind: ids[f"profile-group:{name}"] for name, kind in _GROUPS_OF_FIRM.items()}
    for name, kind in PEOPLE_OF_FIRM:
        about = {"state": "active", "typeId": type_id(kind), "groupId": groups[kind]}
        drafts.append(Draft("profile", name, {"v": 1, "name": name, "values": {}}, about, author="priya"))
    return drafts


def topics_of_firm() -> list[Draft]:
    return [Draft("topic", "Clients", _topic("Clients", "#2b6ca3"), author="priya")]


def _topic(name: str, color: str) -> dict[str, Any]:
    return {"v": 1, "name": name, "color": color}
