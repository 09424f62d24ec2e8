"""The words that views for analysts are written in: views, their columns, and what they are made of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple

# Nothing that is sealed has one of these types, and nothing with parts of its own: no bytes and no JSON.
Kind = Literal["uuid", "text", "date", "timestamptz", "integer", "bigint", "double precision", "boolean"]


class Column(NamedTuple):
    """A column of a view; `meaning` is its comment in the database."""

    kind: Kind
    meaning: str


@dataclass(frozen=True)
class View:
    """What analysts see of their own account.

    `sources` are the columns of read models that `sql` may read, by the name of the table: no others can be
    read by it. In `sql` tables stand under their name and have the rows of one account only, days are those
    of UTC, and its columns come in the order of `columns`.
    """

    name: str
    meaning: str
    columns: Mapping[str, Column]
    sources: Mapping[str, tuple[str, ...]]
    sql: str


# A person under a name that is the same in all views of an account, and another one in every other account.
PSEUDONYM = (
    "(select substr(encode(sha256("
    "sha256(s.value || uuid_send({account_id})) || uuid_send({user_id})), 'hex'), 1, 32)"
    " from analytics.secret as s)"
)


def pseudonym(of: str) -> str:
    """In SQL: whom `account_id` and `user_id` of a table name.

    The key is made of a secret and the account, and can be read by none but the functions under the views.
    """
    return PSEUDONYM.format(account_id=f"{of}.account_id", user_id=f"{of}.user_id")


# Names of roles may be those of people; the kinds that every account has are told apart.
ROLE = "coalesce({role}.key, 'custom')"


def role(of: str) -> str:
    """In SQL: the kind of a role, of a row of `account_roles`."""
    return ROLE.format(role=of)
