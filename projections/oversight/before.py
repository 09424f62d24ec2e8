"""What settings were before they changed. Events say what is true from now on; people ask what it was."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from domain.accounts.accounts import events as e
from domain.accounts.accounts.settings import SecurityPolicy
from domain.kernel import Event, Recorded
from projections.accounts.accounts import opened
from projections.kernel import Rows, Table
from projections.wire import shape

# By the thing that has the settings: the account itself, or one of its roles.
SETTINGS = Table(
    "audit_settings", {"id": "uuid not null", "json": "jsonb not null"}, key=("account_id", "id")
)

_OF_ACCOUNT = (
    *(e.AccountRenamed, e.DateFormatChanged, e.LanguageChanged, e.ZoneChanged, e.DisclosureChanged),
    *(e.ExpiryPolicyChanged, e.SecurityPolicyChanged, e.ProfileTypesOrdered),
    *(e.SubscriptionStarted, e.SubscriptionChanged),
)


def with_old_values(rows: Rows, fact: Recorded, changes: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The members that really changed, each with what it was; other facts as they are."""
    event = fact.event
    if isinstance(event, e.AccountOpened):
        rows.put(SETTINGS, _place(fact, event.account_id), json=_at_first(event))
        return changes
    thing = _thing(fact, event)
    if thing is None:
        return changes
    place = _place(fact, thing)
    row = rows.get(SETTINGS, place)
    before: Mapping[str, Any] = {} if row is None else row["json"]
    if isinstance(event, e.RoleChanged):
        # None means that it stayed.
        changes = [change for change in changes if change["to"] is not None]
    rows.put(SETTINGS, place, json={**before, **{change["field"]: change["to"] for change in changes}})
    if isinstance(event, e.RoleDefined):
        return changes
    return [_told(change, before) for change in changes if not _same(change, before)]


def name_of_account(rows: Rows, fact: Recorded) -> str | None:
    """What the account of a fact was called at that moment."""
    row = rows.get(SETTINGS, {"account_id": fact.account_id, "id": fact.account_id})
    return None if row is None else row["json"].get("displayName")


def _told(change: dict[str, Any], before: Mapping[str, Any]) -> dict[str, Any]:
    field = change["field"]
    return {"field": field, "from": before[field], "to": change["to"]} if field in before else change


def _same(change: dict[str, Any], before: Mapping[str, Any]) -> bool:
    # What was never said and is still nothing has not changed either.
    return before.get(change["field"]) == change["to"] and (change["field"] in before or change["to"] is None)


def _thing(fact: Recorded, event: Event) -> UUID | None:
    if isinstance(event, _OF_ACCOUNT):
        return fact.account_id
    if isinstance(event, (e.RoleDefined, e.RoleChanged)):
        return event.role_id
    return None


def _place(fact: Recorded, thing: UUID) -> dict[str, Any]:
    return {"account_id": fact.account_id, "id": thing}


def _at_first(event: e.AccountOpened) -> dict[str, Any]:
    """As the account shows them, by the names that their events give them."""
    shown = opened(event)
    shown["stages"] = shown.pop("expiryStages")
    named = ("displayName", "dateFormat", "dateInputFormat", "dateSeparator", "language", "zone")
    return {name: shown[name] for name in (*named, "disclosure", "stages")} | shape(SecurityPolicy())
