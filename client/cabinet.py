"""Documents of a member, with the files that they are about."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple
from uuid import UUID

from client.files import Files
from client.items import OpenedItem
from client.lists import Lists
from client.pen import Pen


class OpenedDocument(NamedTuple):
    id: UUID
    document: dict[str, Any]
    file_ids: tuple[UUID, ...]
    item: dict[str, Any]


class Cabinet(Lists, Pen, Files):
    """The documents of an account."""

    async def write(self, document: Mapping[str, Any], file_id: UUID | None = None) -> UUID:
        """A new document, with the file that it is about."""
        about: dict[str, Any] = {"versions": [file_id]} if file_id else {"noteOnly": True}
        return await self.add("document", document, {"state": "active", **about})

    async def documents(self) -> list[OpenedDocument]:
        """The newest documents, opened."""
        return [_document(one) for one in await self.newest("document")]

    async def open(self, item: dict[str, Any]) -> OpenedDocument:
        """A document of a list, asked for on its own."""
        return _document(await self.opened("document", item))


def _document(opened: OpenedItem) -> OpenedDocument:
    versions = tuple(opened.attributes.get("versions", ()))
    return OpenedDocument(opened.id, opened.payload, versions, opened.item)
