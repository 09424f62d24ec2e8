"""A request whose body may be any bytes."""

from __future__ import annotations

from typing import Any

from litestar import Request
from litestar.datastructures import State
from litestar.exceptions import SerializationException


class StrictRequest(Request[Any, Any, State]):
    """The framework's request, which lets two faults of the sender through as faults of ours."""

    async def json(self) -> Any:
        """The decoded body. Raises `SerializationException`, also where the text is not UTF-8 or is
        nested deeper than the decoder follows."""
        try:
            return await super().json()
        except UnicodeDecodeError as error:
            raise SerializationException("JSON is malformed: not UTF-8") from error
        except RecursionError as error:
            raise SerializationException("JSON is malformed: nested too deeply") from error
