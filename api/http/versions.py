"""The version a write was made on: in the body, or in `If-Match`."""

from __future__ import annotations

import re
from typing import Any

from litestar import Request

from domain.errors import InvalidArgument

_ENTITY_TAG = re.compile(r'(?:W/)?"(\d{1,9})"\Z')


def version_of(request: Request[Any, Any, Any], named: int | None) -> int | None:
    """The version that the body names, else that of `If-Match`; None when there is neither."""
    header = request.headers.get("If-Match")
    if named is not None or header is None:
        return named
    found = _ENTITY_TAG.match(header.strip())
    if found is None:
        raise InvalidArgument("If-Match holds no version.", reason="header", header="If-Match")
    return int(found[1])
