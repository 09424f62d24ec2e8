"""What items, entries and files look up in the read models before they decide or answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Generic, Protocol, TypeVar
from uuid import UUID

import msgspec

from domain.ids import DocumentId, RoleId
from domain.work.documents.item import DocumentItem
from domain.work.ranks import Rank
from projections.kernel import Reader
from projections.work.document_lists import DOCUMENT_LIST
from projections.work.files import storage_bytes
from projections.work.item_json import item_in
from projections.work.item_lists import Stored
from projections.work.profile_groups import standing_in
from projections.work.profiles import (
    StandingProfile,
    profile_count,
    profile_has_items,
    profiles_by_type,
    profiles_in,
)
from projections.work.task_lists import Standing, column_of, last_rank


class Named(Protocol):
    @property
    def id(self) -> UUID: ...


class Listed(Protocol):
    """A list that gives rows by their ids."""

    async def rows(self, reader: Reader, account_id: UUID, ids: Sequence[UUID]) -> list[Stored]: ...


T = TypeVar("T", bound=Named)


def _item(row: Stored, kind: type[T]) -> T:
    columns = {name: msgspec.json.decode(text) for name, text in row._asdict().items()}
    return item_in(columns, kind)


class DocumentLookup:
    """Implements `application.work.ports.ShownDocuments`."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader

    async def find(self, account_id: UUID, ids: Sequence[DocumentId]) -> Mapping[UUID, DocumentItem]:
        rows = await DOCUMENT_LIST.rows(self._reader, account_id, ids)
        items = [_item(row, DocumentItem) for row in rows]
        return {item.id: item for item in items}


class ItemLookup(Generic[T]):
    """The same for items and entries of another kind, as their readers get them."""

    def __init__(self, reader: Reader, items: Listed, kind: type[T]) -> None:
        self._reader = reader
        self._items = items
        self._kind = kind

    async def find(self, account_id: UUID, ids: Sequence[UUID]) -> Mapping[UUID, T]:
        rows = await self._items.rows(self._reader, account_id, ids)
        items = [_item(row, self._kind) for row in rows]
        return {item.id: item for item in items}


class ColumnLookup:
    """Implements `application.work.ports.Columns`."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader

    async def column(self, account_id: UUID, status_id: UUID) -> Sequence[Standing]:
        return await column_of(self._reader, account_id, status_id)

    async def last_rank(self, account_id: UUID, status_id: UUID) -> Rank | None:
        return await last_rank(self._reader, account_id, status_id)


class ProfileLookup:
    """Implements `application.work.ports.ProfilesKept`, and `ProfileCounts` of `write_profile_tree`."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader

    async def count(self, account_id: UUID) -> int:
        return await profile_count(self._reader, account_id)

    async def by_type(self, account_id: UUID, reads: frozenset[RoleId]) -> Mapping[UUID, int]:
        return await profiles_by_type(self._reader, account_id, reads)

    async def in_groups(self, account_id: UUID, groups: Sequence[UUID]) -> Sequence[StandingProfile]:
        return await profiles_in(self._reader, account_id, groups)

    async def has_items(self, account_id: UUID, profile_id: UUID) -> bool:
        return await profile_has_items(self._reader, account_id, profile_id)

    async def standing_in(self, account_id: UUID, ids: Sequence[UUID]) -> int:
        return await standing_in(self._reader, account_id, ids)


class StorageLookup:
    """Implements `application.work.ports.StorageUse`."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader

    async def bytes_of(self, account_id: UUID) -> int:
        return await storage_bytes(self._reader, account_id)
