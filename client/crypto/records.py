"""Record bodies: all secret fields of one item in one box, so that none can be moved or left behind."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final, cast

from client.crypto.box import Box, open_box, seal
from client.crypto.canonical import u64
from client.crypto.content_keys import Content
from client.crypto.errors import DataLoss, OutOfRange
from client.crypto.padding import pad_document, unpad_document

DOCUMENT_LIMIT = 256 * 1024

KINDS: Final = frozenset(
    {
        "contact",
        "document",
        "task",
        "comment",
        "vendor",
        "profile",
        "profile-group",
        "profile-sub-group",
        "topic",
        "status",
        "saved-filter",
        "file",
    }
)


def encode_document(document: Mapping[str, Any]) -> bytes:
    """JSON with sorted keys and no spaces."""
    return json.dumps(document, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()


def seal_record(key: bytes, content: Content, schema: int, document: Mapping[str, Any]) -> Box:
    encoded = encode_document(document)
    if len(encoded) > DOCUMENT_LIMIT:
        raise OutOfRange("a document of this kind holds at most 256 KiB")
    return seal(key, "record", (*content.context, u64(schema)), pad_document(encoded))


def open_record(key: bytes, content: Content, schema: int, box: Box) -> dict[str, Any]:
    encoded = unpad_document(open_box(key, "record", (*content.context, u64(schema)), box))
    try:
        document = json.loads(encoded)
    except ValueError:
        raise DataLoss("the record is no document") from None
    if not isinstance(document, dict):
        raise DataLoss("the record is no document")
    return cast("dict[str, Any]", document)
