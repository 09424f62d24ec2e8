"""The key of a row, with the account that its table begins with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from infrastructure.rows.schema import key_of
from projections.kernel import Table


def full_key(table: Table, key: Mapping[str, Any] | UUID, account_id: UUID | None) -> dict[str, Any]:
    """Complete the key a projection gave with the account of the fact.

    A fact of no account (a person's, a session's) names the account itself; no fact reaches into the
    rows of another account than its own.
    """
    given = {"id": key} if isinstance(key, UUID) and "id" in table.key else key
    if isinstance(given, UUID):
        named = [name for name in table.key if name != "account_id"]
        if len(named) != 1:
            raise ValueError(f"A row of {table.name} is named by {', '.join(named)}.")
        given = {named[0]: given}
    if table.account:
        owner = given.get("account_id", account_id)
        if owner is None or (account_id is not None and owner != account_id):
            raise ValueError(f"A row of {table.name} needs the account of the fact.")
        given = {
            "account_id": owner,
            **{name: value for name, value in given.items() if name != "account_id"},
        }
    if set(given) != set(key_of(table)):
        raise ValueError(f"A row of {table.name} is named by {', '.join(key_of(table))}.")
    return dict(given)
