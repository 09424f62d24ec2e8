"""`Retry-After`: every answer with the status 503 has it, also those that are no refusals."""

from __future__ import annotations

from litestar.types import Message, Scope

from domain.errors import A_MOMENT

_NAMES = ("Retry-After", "X-Retry-After")
_UNAVAILABLE = 503


def told_when(seconds: int) -> dict[str, str]:
    """The headers of a refusal that is over after so many seconds. The second name is the one of the protocol
    below `/api/auth`."""
    return dict.fromkeys(_NAMES, str(seconds))


async def say_when(message: Message, _scope: Scope) -> None:
    """A hook before sending, as `BrowserPolicy.before_send`: answers that are no refusals of ours, such as
    that of `/health`, are 503 as well."""
    if message["type"] != "http.response.start" or message["status"] != _UNAVAILABLE:
        return
    headers = list(message["headers"])
    known = {name.lower() for name, _ in headers}
    if b"retry-after" not in known:
        headers += [(name.lower().encode(), value.encode()) for name, value in told_when(A_MOMENT).items()]
        message["headers"] = headers
