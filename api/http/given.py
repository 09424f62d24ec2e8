"""Where a handler's arguments come from: `Given[Commands]`, `Given[Context]`, `Given[Fresh]`."""

from __future__ import annotations

import hashlib
from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import Any, NamedTuple, Protocol, cast
from uuid import UUID, uuid4

from litestar import Request
from litestar.di import NamedDependency

from api.http.head import Head
from application.ports import Context, Idempotency
from domain.errors import InvalidArgument, NotAllowed, Refused
from domain.kernel import Actor

Given = NamedDependency

SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
MIN_POSITION_WAIT = 1.0  # seconds, domain.md section 8


class Fresh(NamedTuple):
    """How far the read models are for this request: `stale` when `X-Min-Position` was not reached."""

    position: int
    stale: bool


class Progress(Protocol):
    """Knows how far the followers are."""

    async def wait(self, position: int, timeout: float) -> int:  # noqa: ASYNC109 - a bound, not a deadline
        """Wait at most `timeout` seconds until every follower has passed this position; where they are."""
        ...

    def reached(self) -> int: ...


ActorOf = Callable[[Request[Any, Any, Any]], Awaitable[Actor]]
ClientAddress = Callable[[Head], str | None]


def uuid_header(request: Request[Any, Any, Any], name: str) -> UUID | None:
    """A header that holds a UUID, or None when it is absent."""
    text = request.headers.get(name)
    if text is None:
        return None
    try:
        return UUID(text)
    except ValueError:
        raise InvalidArgument(f"{name} is not a UUID.", reason="header", header=name) from None


def only_reads(request: Request[Any, Any, Any]) -> bool:
    """Whether a call changes nothing. Some lists are read by POST; the names of these operations say so."""
    operation = getattr(request.route_handler, "operation_id", None)
    named = isinstance(operation, str) and operation.startswith(("list", "get", "search"))
    return named or request.method in SAFE_METHODS


def request_id_of(request: Head) -> UUID:
    """The id under which the log knows this request."""
    # The framework's own view of the state is made anew for each look at it.
    state: dict[str, Any] = request.scope["state"]
    if "request_id" not in state:
        state["request_id"] = uuid4()
    return cast("UUID", state["request_id"])


def check_account(request: Request[Any, Any, Any], actor: Actor) -> None:
    """Refuse a tab that still shows another account than the session's (`X-Account-Id`)."""
    claimed = uuid_header(request, "X-Account-Id")
    if claimed is not None and actor.user_id is not None and claimed != actor.account_id:
        raise Refused(
            "This tab belongs to another account. Switch back, or reload.",
            reason="account_changed",
            accountId=str(actor.account_id) if actor.account_id else None,
        )


async def idempotency_of(request: Request[Any, Any, Any]) -> Idempotency | None:
    """The idempotency key of a write with the hash of its route and body; None without the header."""
    key = request.headers.get("Idempotency-Key")
    if key is None or request.method in SAFE_METHODS:
        return None
    if not 1 <= len(key) <= 255 or not key.isprintable() or not key.isascii():
        raise InvalidArgument("Idempotency-Key is 1 to 255 printable characters.", reason="idempotency_key")
    route = f"{request.method} {request.url.path}"
    body = await request.body()
    query = request.url.query.encode()
    return Idempotency(key, route, hashlib.sha256(b"\0".join((route.encode(), query, body))).digest())


def context_provider(
    actor_of: ActorOf, address_of: ClientAddress, now: Callable[[], datetime]
) -> Callable[[Request[Any, Any, Any]], Awaitable[Context]]:
    """Build the dependency that describes who calls, when and from where.

    A handler with `opt={"any_account": True}` is not bound to the account that the tab shows; one with
    `opt={"opens_keys": True}` first asks for a proof where the session looks suspicious. An impersonating
    session only reads, and gets no keys.
    """

    async def context(request: Request[Any, Any, Any]) -> Context:
        # Found already where the session comes first.
        known: Context | None = request.scope["state"].get("context")
        if known is not None:
            return known
        actor = await actor_of(request)
        if not request.route_handler.opt.get("any_account"):
            check_account(request, actor)
        if actor.asked_again and request.route_handler.opt.get("opens_keys"):
            raise Refused("Confirm that it is you first.", reason="step_up_required")
        request_id = request_id_of(request)
        described = Context(
            actor=actor,
            now=now(),
            request_id=request_id,
            correlation_id=request_id,
            origin=uuid_header(request, "X-Tab-Id"),
            ip=address_of(request),
            agent=request.headers.get("User-Agent"),
            idempotency=await idempotency_of(request),
        )
        # For what is done about a failure after the handler.
        request.state.context = described
        if actor.impersonator_id is not None:
            _check_looking(request)
        return described

    return context


def _check_looking(request: Request[Any, Any, Any]) -> None:
    """Refuse what an impersonating session may not do."""
    if request.route_handler.opt.get("opens_keys"):
        raise NotAllowed(
            "You get no keys while viewing as someone else.", reason="impersonated", permission="key.read"
        )
    if not only_reads(request):
        raise NotAllowed(
            "You cannot change anything while viewing as someone else.",
            reason="impersonated",
            permission="impersonation.write",
        )


def fresh_provider(progress: Progress) -> Callable[[Request[Any, Any, Any]], Awaitable[Fresh]]:
    """Build the dependency that waits for the caller's own writes to be readable."""

    async def fresh(request: Request[Any, Any, Any]) -> Fresh:
        text = request.headers.get("X-Min-Position")
        if text is None:
            return Fresh(progress.reached(), stale=False)
        if not text.isascii() or not text.isdigit() or len(text) > 18:
            raise InvalidArgument("X-Min-Position is a position.", reason="header", header="X-Min-Position")
        wanted = int(text)
        reached = await progress.wait(wanted, MIN_POSITION_WAIT)
        return Fresh(reached, stale=reached < wanted)

    return fresh
