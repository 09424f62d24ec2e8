"""`/health`: whether signing up would work right now, part by part."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Literal

from litestar import Response, get
from litestar.handlers import HTTPRouteHandler
from litestar.openapi.datastructures import ResponseSpec

from domain.kernel import Value


class Lag(Value, frozen=True):
    """A read model and how many positions it is behind the log; `parked` accounts wait for a person."""

    name: str
    lag: int
    parked: int = 0


class Checks(Value, frozen=True):
    store: Literal["ok", "down"]
    read_models: Sequence[Lag]
    cache: Literal["ok", "down"]
    mail: Literal["ok", "down", "unchecked"]
    """What came of the last attempt to hand over a message; `unchecked` before the first."""
    worker: Literal["ok", "down", "unchecked"] = "unchecked"
    """Whether mail goes out, and what the clock asks is done."""
    followers: Literal["ok", "down", "unchecked"] = "unchecked"
    """Whether the read models are kept up with the log."""
    data: Literal["ok", "damaged"] = "ok"
    """Whether the search for damage at rest has found some; `coffer doctor` says where."""
    disk: Literal["ok", "low", "full", "unchecked"] = "ok"
    """`full`: uploads are refused, so that a database on the same disk can go on writing."""
    secrets: Literal["ok", "foreign", "unchecked"] = "unchecked"
    """Whether the data was written with the secrets of this process."""
    foreign_secrets: Sequence[str] = ()
    """The names of those that it was not written with, the key of the history included."""
    history: Literal["ok", "foreign", "unchecked"] = "unchecked"
    """Whether the followers have the key that the log is signed with."""
    sealing: Literal["ok", "stopped", "unchecked"] = "unchecked"
    """Whether a checkpoint covers what was written a minute ago. It stops at a gap in the log, too."""
    version: Literal["ok", "outdated", "unchecked"] = "unchecked"
    """Whether this process may still write to the data."""


class Health(Value, frozen=True):
    status: Literal["ok", "degraded", "down"]
    version: str
    checks: Checks


UNREADY = "It would not. `Retry-After` gives the seconds to wait."

# Behind by more than a busy minute: readers see what was.
MOST_LAG = 5_000

CheckAll = Callable[[], Awaitable[Checks]]


def health(check: CheckAll, version: str) -> HTTPRouteHandler:
    """The route; 503 when the store or the cache does not answer."""

    unready = ResponseSpec(
        data_container=Health,
        generate_examples=False,
        description=UNREADY,
    )

    @get(
        "/health",
        operation_id="getHealth",
        tags=["operations"],
        opt={"any_account": True, "paced": False},
        responses={503: unready},
        security=[],
    )
    async def get_health() -> Response[Health]:
        """Health of each part, and the lag of the read models."""
        checks = await check()
        down = checks.store == "down" or checks.cache == "down"
        down |= checks.secrets == "foreign" or checks.version == "outdated"
        degraded = any(model.parked or model.lag > MOST_LAG for model in checks.read_models)
        degraded |= "down" in (checks.mail, checks.worker, checks.followers)
        degraded |= checks.history == "foreign" or checks.sealing == "stopped"
        degraded |= checks.data == "damaged" or checks.disk in ("low", "full")
        status = "down" if down else "degraded" if degraded else "ok"
        return Response(Health(status, version, checks), status_code=503 if down else 200)

    return get_health
