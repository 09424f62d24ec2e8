"""The key of a row, with the account that its table begins with."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any
from uuid import UUID

from infrastructure.rows.shapes import Shape
from infrastructure.rows.values import Row

# The values of a key in the order of the table. Ids stand as their numbers, which are hashed and compared
# without asking Python.
Place = tuple[Any, ...]


def full_key(shape: Shape, key: Mapping[str, Any] | UUID, account_id: UUID | None) -> Row:
    """Complete the key a projection gave with the account of the fact, in the order of the table.

    A fact of no account (a person's, a session's) names the account itself; no fact reaches into the
    rows of another account than its own.
    """
    table, names = shape.table, shape.key
    if isinstance(key, UUID):
        if shape.alone is None:
            raise ValueError(f"A row of {table.name} is named by {', '.join(_named(shape))}.")
        if table.account and account_id is not None and names == ("account_id", shape.alone):
            return {"account_id": account_id, shape.alone: key}
        key = {shape.alone: key}
    count = len(key)
    if table.account:
        owner = key.get("account_id", account_id)
        if owner is None or (owner is not account_id and account_id is not None and owner != account_id):
            raise ValueError(f"A row of {table.name} needs the account of the fact.")
        count += "account_id" not in key
    else:
        owner = key.get("account_id")
    try:
        if count != len(names):
            raise KeyError
        row = {name: owner if name == "account_id" else key[name] for name in names}
    except KeyError:
        raise ValueError(f"A row of {table.name} is named by {', '.join(names)}.") from None
    for name, kind, reader in shape.of_key:
        value = row[name]
        if value.__class__ is not kind and value is not None:
            row[name] = reader(value)
    return row


def _named(shape: Shape) -> list[str]:
    return [name for name in shape.table.key if name != "account_id"]


def place_in(values: Iterable[Any]) -> Place:
    return tuple([value.int if value.__class__ is UUID else value for value in values])


def place_of(shape: Shape, row: Row) -> Place:
    return place_in([row[name] for name in shape.key])
