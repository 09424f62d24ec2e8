"""The stream on real servers, with an actor that a test may change, and facts that it makes happen."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any
from uuid import UUID, uuid4

import msgspec
from litestar import Litestar

from api.realtime.stream import Streams
from domain.ids import AccountId, RoleId, SessionId, UserId
from domain.kernel import Actor, Recorded
from infrastructure.telling import Telling
from projections.oversight.changes import PROJECTION
from tests.support.facts import REGISTRY, recorded, take_in
from tests.support.shapes_of import NOON, all_members
from tests.support.sockets import Socket, a_socket

ORIGIN = "https://coffer.test"
ACME, BETA = AccountId(UUID(int=0xACE)), AccountId(UUID(int=0xBEA))
ALICE = UserId(UUID(int=0xA11CE))
OWNERS, FAMILY = RoleId(UUID(int=0x1)), RoleId(UUID(int=0x2))
MEMBER = Actor(
    "user",
    ALICE,
    ACME,
    SessionId(UUID(int=0x5E55)),
    role_id=FAMILY,
    reads=frozenset({FAMILY}),
    may=frozenset({"account.read"}),
)


@dataclass
class World:
    """The application, who the cookie belongs to, and how facts reach it."""

    app: Litestar
    streams: Streams
    telling: Telling
    projector: str
    owner: str
    actor: list[Actor] = field(default_factory=lambda: [MEMBER])
    reached: list[int] = field(default_factory=lambda: [0])
    now: list[Any] = field(default_factory=lambda: [NOON])

    def socket(self, query: str = "", origin: str | None = ORIGIN):
        return a_socket(self.app, "/socket/stream", origin=origin, query=query)

    def happens(self, *facts: Recorded) -> None:
        """Facts are taken in by the read model and told, as the followers do it."""
        take_in(self.projector, PROJECTION, *facts)
        self.telling.tell(facts)


def document(position: int, *audience: UUID, item: UUID | None = None, **given: Any) -> Recorded:
    event = msgspec.structs.replace(all_members(REGISTRY.classes["document.revised"]), audience=audience)
    return recorded(
        event, position=position, account_id=ACME, entity_id=item or uuid4(), version=position, **given
    )


def shown(frame: Any) -> list[tuple[str, str, int, str]]:
    assert frame["type"] == "changed"
    return [(c["resource"], c["id"], c["version"], c["op"]) for c in frame["changes"]]


async def hello(socket: Socket) -> Any:
    frame = await socket.frame()
    assert frame["type"] == "hello"
    return frame


NOBODY = Actor("user")
