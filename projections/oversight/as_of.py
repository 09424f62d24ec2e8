"""What can be asked of an account as it was: the kinds of things, and the table that has them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any, NamedTuple, cast

from projections import accounts, vault, work
from projections.kernel import Projection, Table
from projections.work import document_lists, plain_items, profiles, saved_filters, task_lists
from projections.work.item_lists import ItemList


class Kind(NamedTuple):
    """`name` is the column that says which one it is; the account itself has none.

    Items are read with the permission of the `resource`, and are in `current` as long as one can open it."""

    projection: Projection
    table: Table
    name: str | None = "id"
    resource: str = ""
    current: ItemList | None = None


def _kind(
    projections: Sequence[Projection],
    table: str,
    name: str | None = "id",
    resource: str = "",
    current: ItemList | None = None,
) -> Kind:
    found = [(model, one) for model in projections for one in model.tables if one.name == table]
    ((model, one),) = found
    return Kind(model, one, name, resource, current)


# By the words of the stream of changes, where it has one.
KINDS: Mapping[str, Kind] = {
    "account": _kind(accounts.PROJECTIONS, "accounts", None),
    "member": _kind(accounts.PROJECTIONS, "memberships", "user_id"),
    "role": _kind(accounts.PROJECTIONS, "roles", "role_id"),
    "invitation": _kind(accounts.PROJECTIONS, "invitations"),
    "device": _kind(vault.PROJECTIONS, "devices"),
    "roleKey": _kind(vault.PROJECTIONS, "role_keys", "role_id"),
    "document": _kind(
        work.PROJECTIONS, "documents", resource="document", current=document_lists.DOCUMENT_LIST
    ),
    "contact": _kind(work.PROJECTIONS, "contacts", resource="contact", current=plain_items.CONTACT_LIST),
    "vendor": _kind(work.PROJECTIONS, "vendors", resource="vendor", current=plain_items.VENDOR_LIST),
    "task": _kind(work.PROJECTIONS, "tasks", resource="task", current=task_lists.TASK_LIST),
    "comment": _kind(work.PROJECTIONS, "task_comments"),
    "file": _kind(work.PROJECTIONS, "files"),
    "profile": _kind(work.PROJECTIONS, "profiles", resource="profile", current=profiles.PROFILE_LIST),
    "profileGroup": _kind(work.PROJECTIONS, "profile_groups"),
    "profileSubGroup": _kind(work.PROJECTIONS, "profile_sub_groups"),
    "topic": _kind(work.PROJECTIONS, "topics"),
    "status": _kind(work.PROJECTIONS, "statuses"),
    "savedFilter": _kind(
        work.PROJECTIONS, "saved_filters", resource="savedFilter", current=saved_filters.SAVED_FILTER_LIST
    ),
}
# A longer one is ciphertext, a key or a signature: its hash says which.
_LONGEST_SAID = 43


def listed(value: Any) -> Any:
    """The same JSON with what is sealed or signed as its SHA-256 and its length."""
    if isinstance(value, dict):
        return {name: _member(name, one) for name, one in cast("dict[str, Any]", value).items()}
    if isinstance(value, list):
        return [listed(one) for one in cast("list[Any]", value)]
    return value


def _member(name: str, value: Any) -> Any:
    if isinstance(value, str) and name.endswith("B64u") and len(value) > _LONGEST_SAID:
        return {"sha256": sha256(value.encode()).hexdigest(), "characters": len(value)}
    return listed(value)
