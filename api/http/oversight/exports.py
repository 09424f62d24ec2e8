"""The audit log for other programs: a line per entry, as it is or in the open security schema (OCSF)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

import msgspec
from litestar import Response

from projections.oversight.ocsf import ocsf

Form = Literal["json", "ndjson", "ocsf"]


def exported(entries: Iterable[dict[str, Any]], form: Form, next_cursor: str | None) -> Response[bytes]:
    """One JSON document per line. The cursor of the next page is in a header."""
    rows = (ocsf(entry) if form == "ocsf" else entry for entry in entries)
    body = b"".join(msgspec.json.encode(row) + b"\n" for row in rows)
    headers = {} if next_cursor is None else {"X-Next-Cursor": next_cursor}
    return Response(content=body, media_type="application/x-ndjson", headers=headers)
