"""Documents: which papers there are of whom, and when each expires."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from typing import Any, Final, NamedTuple

from client.demo.dice import Dice
from client.demo.drafts import Draft, Ids, Readers
from client.demo.pictures import Paper, paper


class Shelf(NamedTuple):
    """How many documents of which sort there are."""

    expired: int
    within_30: int
    within_90: int
    later: int
    lasting: int
    drafts: int
    archived: int
    binned: int
    with_versions: int

    @property
    def expiring(self) -> int:
        return self.expired + self.within_30 + self.within_90 + self.later


_EXPIRING: Final = {
    "person": "passport:identity drivingLicence:identity healthInsuranceCard:insurance visa:travel"
    " residencePermit:identity",
    "property": "insurancePolicy:insurance energyCertificate:property lease:property",
    "vehicle": "vehicleRegistration:vehicle inspection:vehicle insurancePolicy:insurance",
    "company": "businessLicence:company trademark:company contract:legal",
    "trust": "contract:legal nonDisclosureAgreement:legal",
    "pet": "prescription:health insurancePolicy:insurance",
    "insurance": "insurancePolicy:insurance contract:legal",
    "vessel": "vesselLicence:vehicle inspection:vehicle warranty:warranty insurancePolicy:insurance",
    "collection": "insurancePolicy:insurance",
}
_LASTING: Final = {
    "person": "birthCertificate:identity will:legal vaccination:health",
    "property": "deed:property floorPlan:property valuation:property",
    "vehicle": "serviceRecord:vehicle",
    "company": "minutes:company annualReport:company",
    "trust": "trustDeed:legal",
    "pet": "petPassport:health",
    "collection": "valuation:property certificate:other",
}
_TITLES: Final = {
    "annualReport": "Annual report",
    "birthCertificate": "Birth certificate",
    "businessLicence": "Business licence",
    "certificate": "Certificate of authenticity",
    "contract": "Contract",
    "deed": "Title deed",
    "drivingLicence": "Driving licence",
    "energyCertificate": "Energy certificate",
    "floorPlan": "Floor plan",
    "healthInsuranceCard": "Health insurance card",
    "inspection": "Inspection",
    "insurancePolicy": "Insurance policy",
    "lease": "Lease",
    "minutes": "Minutes",
    "nonDisclosureAgreement": "Non-disclosure agreement",
    "passport": "Passport",
    "petPassport": "Pet passport",
    "prescription": "Prescription",
    "residencePermit": "Residence permit",
    "serviceRecord": "Service record",
    "trademark": "Trademark",
    "trustDeed": "Trust deed",
    "vaccination": "Vaccination record",
    "valuation": "Valuation",
    "vehicleRegistration": "Registration",
    "vesselLicence": "Licence of the vessel",
    "visa": "Visa",
    "warranty": "Warranty",
    "will": "Will",
}
_FOR_THE_OFFICE: Final = frozenset({"will", "trustDeed", "nonDisclosureAgreement"})
_TOPICS: Final = {
    "identity": "Travel",
    "travel": "Visas",
    "insurance": "Insurance",
    "property": "House",
    "legal": "Legal",
    "health": "Health",
    "company": "Money",
}
_PLACES: Final = ("Safe, study", "Blue box", "Cabinet 2", "At the solicitor", "Bank deposit box")
_AUTHORS: Final = ("eleanor", "marcus", "priya")


class _Sort(NamedTuple):
    kind: str
    category: str
    profile: str
    profile_kind: str

    @property
    def title(self) -> str:
        return f"{_TITLES[self.kind]} – {self.profile}"


def documents(
    shelf: Shelf,
    people: Sequence[tuple[str, str]],
    ids: Ids,
    rng: Dice,
    today: date,
    authors: Sequence[str] = _AUTHORS,
) -> list[Draft]:
    """`people` are profiles by name and type."""
    expiring = _sorts(_EXPIRING, people, rng)[: shelf.expiring]
    lasting = _sorts(_LASTING, people, rng)[: shelf.lasting + shelf.drafts + shelf.archived + shelf.binned]
    drafts: list[Draft] = []
    for number, (sort, on) in enumerate(zip(expiring, _days(shelf, rng, today), strict=True)):
        # A renewed paper is one version a year older.
        versions = 2 + number % 4 if number < shelf.with_versions else 1
        drafts.append(_draft(sort, ids, rng, authors, versions=versions, expires_on=on))
    ends = [*[""] * shelf.lasting, *["draft"] * shelf.drafts, *["archived"] * shelf.archived]
    ends += ["bin"] * shelf.binned
    for number, (sort, end) in enumerate(zip(lasting, ends, strict=True)):
        files = 0 if end == "draft" or (not end and number % 2) else 1
        drafts.append(_draft(sort, ids, rng, authors, versions=files, ends=end))
    return drafts


def pages_of(draft: Draft, rng: Dice) -> list[Paper]:
    """The files of a document, the oldest first."""
    title, lines = (
        str(draft.payload["title"]),
        [f"No. {draft.payload['number']}", str(draft.payload["issuer"])],
    )
    return [
        paper(rng, title, [*lines, f"Version {version + 1}"], as_picture=rng.random() < 0.3)
        for version in range(draft.files)
    ]


def expires_on_at(draft: Draft, version: int) -> str | None:
    """When the document expired as long as this was its newest version, the first being 0."""
    last = draft.attributes.get("expiresOn")
    if last is None:
        return None
    return str(date.fromisoformat(last) - timedelta(days=365 * (draft.files - 1 - version)))


def _sorts(papers: dict[str, str], people: Sequence[tuple[str, str]], rng: Dice) -> list[_Sort]:
    sorts = [
        _Sort(kind, category, name, profile_kind)
        for name, profile_kind in people
        for kind, _, category in (named.partition(":") for named in papers.get(profile_kind, "").split())
    ]
    rng.shuffle(sorts)
    return sorts


def _days(shelf: Shelf, rng: Dice, today: date) -> list[date]:
    away = [
        *(-rng.randrange(1, 120) for _ in range(shelf.expired)),
        *(rng.randrange(1, 31) for _ in range(shelf.within_30)),
        *(rng.randrange(31, 91) for _ in range(shelf.within_90)),
        *(rng.randrange(120, 2600) for _ in range(shelf.later)),
    ]
    rng.shuffle(away)
    return [today + timedelta(days=days) for days in away]


def _draft(
    sort: _Sort,
    ids: Ids,
    rng: Dice,
    authors: Sequence[str],
    *,
    versions: int,
    expires_on: date | None = None,
    ends: str = "",
) -> Draft:
    payload: dict[str, Any] = {
        "v": 1,
        "title": sort.title,
        "fileType": sort.kind,
        "category": sort.category,
        "number": f"{rng.randrange(100, 999)}-{rng.randrange(10_000, 99_999)}",
        "issuer": rng.choice(
            ("HM Passport Office", "County Registry", "Lang & Partners", "DVLA", "Croft Marlowe LLP")
        ),
        "subjectIds": [str(ids[f"profile:{sort.profile}"])],
        "physicalLocation": rng.choice(_PLACES),
    }
    attributes: dict[str, Any] = {
        "state": "draft" if ends == "draft" else "active",
        "profileIds": [ids[f"profile:{sort.profile}"]],
    }
    topic = ids.get(f"topic:{_TOPICS.get(sort.category)}")
    if topic is not None:
        attributes["topicIds"] = [topic]
    if expires_on is not None:
        attributes |= {"expiresOn": str(expires_on), "remindDays": rng.choice(([90, 30, 7], [30], [60, 14]))}
    if not versions and ends != "draft":
        attributes["noteOnly"] = True
    readers: Readers = "everybody"
    author = rng.choice(authors)
    if sort.profile_kind == "property":
        readers = "house"
    elif sort.kind in _FOR_THE_OFFICE or sort.profile_kind == "trust":
        # Whoever writes for a few has to be one of them.
        readers, author = "office", authors[0]
    return Draft(
        "document",
        sort.title,
        payload,
        attributes,
        author,
        readers,
        versions,
        ends="archived" if ends == "archived" else "bin" if ends == "bin" else "",
    )
