"""An account full of records, sealed by the product's own client, whose owner can let a browser in."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from typing import Any, Final
from uuid import UUID, uuid5

from bench.crowds.people import PASSWORD, cabinet_of, people_of
from client.cabinet import Cabinet
from client.demo.program import recovery_file_of
from client.pen import New
from infrastructure.local.product import Product

_FIRST_NAMES: Final = ("Ada", "Bela", "Clara", "Dario", "Edda", "Filip", "Greta", "Hugo", "Ines", "Jonas")
_LAST_NAMES: Final = ("Ambrose", "Bauer", "Costa", "Dubois", "Egger", "Ferrari", "Gruber", "Haas", "Ivanov")
_AT_ONCE: Final = 500


async def furnished(product: Product, contacts: int, beside: int) -> dict[str, Any]:
    """An account with so many contacts, and documents and tasks beside; answers how its owner gets in."""
    async with people_of(product, 1) as (somebody,):
        cabinet = await cabinet_of(somebody)
        await _add(cabinet, "contact", [_contact(number) for number in range(contacts)])
        await _add(cabinet, "document", [_document(number) for number in range(beside)])
        to_do = uuid5(somebody.account_id, "status:todo")
        await _add(cabinet, "task", [_task(number, somebody.user_id, to_do) for number in range(beside)])
        return {
            "email": somebody.email,
            "password": PASSWORD,
            "recoveryFile": recovery_file_of(cabinet.of),
        }


async def _add(cabinet: Cabinet, kind: str, news: Sequence[New]) -> None:
    for start in range(0, len(news), _AT_ONCE):
        await cabinet.add_all(kind, news[start : start + _AT_ONCE])


def _contact(number: int) -> New:
    first = _FIRST_NAMES[number % len(_FIRST_NAMES)]
    last = _LAST_NAMES[number // len(_FIRST_NAMES) % len(_LAST_NAMES)]
    payload = {
        "v": 1,
        "kind": "individual",
        "name": {"full": f"{first} {last} {number:05}"},
        "notes": "Rings twice, and then once more. " * 20,
    }
    return New(payload, {"state": "active"})


def _document(number: int) -> New:
    expires = date.today() + timedelta(days=number % 800 - 100)  # noqa: DTZ011 - where it is
    payload = {"v": 1, "title": f"Deed {number:05}", "notes": "Kitchen and garden. " * 20}
    return New(payload, {"state": "active", "noteOnly": True, "expiresOn": str(expires)})


def _task(number: int, assignee: UUID, status: UUID) -> New:
    payload = {"v": 1, "title": f"Call {number:05}", "priority": number % 5}
    due = date.today() + timedelta(days=number % 200 - 20)  # noqa: DTZ011 - where it is
    about = {"state": "active", "statusId": status, "assigneeIds": [assignee], "dueOn": str(due)}
    return New(payload, about)
