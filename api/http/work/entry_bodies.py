"""What the calls about entries share: how a list of them is answered, and bodies that the path completes."""

from __future__ import annotations

from typing import Any, TypeVar
from uuid import UUID

import msgspec
from litestar import Response

from api.http.answers import listed
from api.http.given import Fresh
from application.processes.entry_bodies import EntryVersion, MovedTo
from application.processes.sealed_bodies import SignedChange
from domain.errors import InvalidArgument
from domain.kernel import Value
from domain.sealed import Signature, Statement
from domain.work.ranks import Rank
from projections.work.entry_lists import Entries

B = TypeVar("B", bound=msgspec.Struct)


class EntryBody(SignedChange, frozen=True, kw_only=True):
    """One change of the entry that the path names; members that are left out stay as they are."""

    id: UUID | None = None
    version: EntryVersion | None = None
    rank: Rank | None = None
    before_id: UUID | None = None
    after_id: UUID | None = None


class EntryDeletion(Value, frozen=True, kw_only=True):
    """The `record.delete` of the entry that the path names."""

    version: EntryVersion | None = None
    statement_b64u: Statement
    signature_b64u: Signature


class EntryEnd(EntryDeletion, frozen=True, kw_only=True):
    """The end of an entry that others stand in: `moved` names where those go, in a statement before it."""

    moved: MovedTo | None = None


def all_of(entries: Entries, fresh: Fresh, *, limit: int) -> Response[Any]:
    """A whole list, which is never longer than `limit`, with the version of what keeps it."""
    return listed(entries.rows, fresh, limit=limit, extra={"version": entries.version})


def about(kind: type[B], entry_id: UUID, body: msgspec.Struct, **more: Any) -> B:
    """The command about the entry that the path names; the `id` in the body may say the same.

    Raises `InvalidArgument` when it names another one.
    """
    given = {name: getattr(body, name) for name in body.__struct_fields__}
    if given.pop("id", None) not in (None, entry_id):
        raise InvalidArgument("The path names another one.", reason="form")
    return kind(id=entry_id, **given, **more)
