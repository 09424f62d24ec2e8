"""How a list is asked for in the form of rows, and how its description says so."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from litestar import Request
from litestar.enums import MediaType
from litestar.openapi.spec import (
    OpenAPIFormat,
    OpenAPIMediaType,
    OpenAPIResponse,
    OpenAPIType,
    Operation,
    Schema,
)

from api.http.work.row_frames import MEDIA_TYPE


async def as_rows(request: Request[Any, Any, Any]) -> bool:
    """Whether the caller would rather have rows than JSON. Whoever says nothing gets JSON."""
    wanted = request.accept.best_match([MediaType.JSON, MEDIA_TYPE], default=MediaType.JSON)
    return wanted == MEDIA_TYPE


@dataclass
class ListOperation(Operation):
    """A list that is also answered as rows: the framework describes one form of an answer only."""

    def __post_init__(self) -> None:
        answered = (self.responses or {}).get("200")
        assert isinstance(answered, OpenAPIResponse)  # every list answers something
        assert answered.content is not None
        answered.content[MEDIA_TYPE] = OpenAPIMediaType(
            schema=Schema(type=OpenAPIType.STRING, format=OpenAPIFormat.BINARY)
        )
