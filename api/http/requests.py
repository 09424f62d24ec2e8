"""A request whose body may be any bytes, and is taken in the form of its route only."""

from __future__ import annotations

from typing import Any

from litestar import Request
from litestar.datastructures import State
from litestar.exceptions import SerializationException

from api.http.forms import Malformed, problems_in


class StrictRequest(Request[Any, Any, State]):
    """The framework's request, which would take `"3"` for a number, and two faults of the sender for ours."""

    async def json(self) -> Any:
        """The decoded body. Raises `Malformed`, also where the text is not UTF-8 or is nested deeper than
        the decoder follows."""
        try:
            body = await super().json()
        except (SerializationException, UnicodeDecodeError, RecursionError) as error:
            raise Malformed from error
        data = self.route_handler.parsed_fn_signature.parameters.get("data")
        if data is not None and (problems := problems_in(body, data.annotation)):
            raise Malformed(problems)
        return body
