"""An erasure that is stopped anywhere goes on, and ends as an undisturbed one does: with the same proof."""

from __future__ import annotations

import inspect
import shutil
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NamedTuple, cast
from urllib.parse import urlsplit
from uuid import UUID

import psycopg
import pytest

from api.composition import without_request
from api.composition.foundation import Foundation, lay_foundation, opened
from application.catalogue import DECIDERS
from application.commands import Route
from application.ports import Context
from application.processes.erase_account import Erasing
from domain.ids import AccountId
from domain.kernel import Actor
from infrastructure.event_store.beside import compare_account
from infrastructure.event_store.completing import History
from infrastructure.event_store.registry import EventRegistry
from infrastructure.personal_data.keys import KeyWrapping
from infrastructure.settings import Settings
from projections.catalogue import PROJECTIONS
from tests.support.canary import in_database, in_files
from tests.support.door import Clock
from tests.support.erasing import World, a_world
from tests.support.following import caught_up
from tests.support.house import an_open_house
from tests.support.stack import cloned_database, seen_by

pytestmark = pytest.mark.begins_early


class Stopped(BaseException):
    """The process is gone: nothing that it would have done is done any more, and nothing catches it."""


@dataclass
class Stop:
    """Ends the process at the nth call to the world outside, before it is made or when it has been made."""

    at: int
    after: bool
    calls: list[str] = field(default_factory=list[str])

    def around(self, inner: Any, name: str) -> Any:
        return _Watched(inner, name, self)

    async def call(self, name: str, made: Callable[[], Awaitable[Any]]) -> Any:
        self.calls.append(name)
        stops = len(self.calls) == self.at
        if stops and not self.after:
            raise Stopped
        answer = await made()
        if stops:
            raise Stopped
        return answer


class _Watched:
    def __init__(self, inner: Any, name: str, stop: Stop) -> None:
        self._inner, self._name, self._stop = inner, name, stop

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._inner, name)
        if not inspect.iscoroutinefunction(found):
            return found
        said = f"{self._name}.{name}"
        return lambda *given: self._stop.call(said, lambda: found(*given))


class End(NamedTuple):
    """All that an erasure leaves."""

    events: list[str]
    proof: str
    digests: dict[tuple[UUID, str], bytes]
    different: list[str]
    found: list[Any]


@dataclass
class Ground:
    """An account that is due, in a database and a folder of its own."""

    world: World
    owner_url: str
    settings: Settings
    clock: Clock

    async def erase(self, stop: Stop) -> bool:
        """One process that goes on until it ends or is stopped; whether the account is erased."""
        catalogue: dict[type[Any], Route] = {}
        base = lay_foundation(self.settings, catalogue, self.clock)
        catalogue |= {
            **without_request.timed_routes(),
            **without_request.forgetting_routes(base),
            **without_request.erasing_routes(base),
        }
        async with opened((base.pool, base.pool_by_key, base.store)):
            for _ in range(3):
                self.follow()
                if await self._erasing(base, stop).go_on(AccountId(self.world.account), self._context()):
                    self.follow()
                    return True
        return False

    def _erasing(self, base: Foundation, stop: Stop) -> Erasing:
        erasing = without_request.erasures_of(base).erasing
        forgetting = erasing.forgetting
        watched = replace(forgetting, personal=stop.around(forgetting.personal, "personal"))
        return replace(
            erasing,
            commands=stop.around(erasing.commands, "commands"),
            remains=stop.around(erasing.remains, "remains"),
            blobs=stop.around(erasing.blobs, "blobs"),
            forgetting=watched,
        )

    def _context(self) -> Context:
        return Context(Actor(), self.clock(), UUID(int=1), UUID(int=2))

    @property
    def history(self) -> History:
        return History(EventRegistry(DECIDERS), KeyWrapping(self.settings.kek))

    def follow(self) -> None:
        caught_up(self.settings.projector_database_url, PROJECTIONS, self.history)

    def end(self) -> End:
        account, neighbour = self.world.account, self.world.neighbour.account_id
        # Before anything is compared: that makes tables of its own.
        found = [*in_database(self.owner_url, self.world.words)]
        found += in_files(self.settings.blob_dir, self.world.words)
        with psycopg.connect(self.owner_url) as owner:
            asked = "select type from es.event where account_id = %s and type like any(%s) order by position"
            kinds = ["erasure.%", "account.erased", "member.removed", "invitation.%"]
            events = [name for (name,) in owner.execute(asked, (account, kinds)).fetchall()]
            proofs = owner.execute("select proof from read.account_erasures").fetchall()
        digests: dict[tuple[UUID, str], bytes] = {}
        different: list[str] = []
        for of in (account, neighbour):
            url = self.settings.projector_database_url
            for one in compare_account(url, self.history, PROJECTIONS, of):
                digests[of, one.name] = one.live.sha256
                different += [] if one.equal else [one.name]
        ((proof,),) = proofs
        return End(events, proof, digests, different, found)


@pytest.fixture(scope="module")
async def due(
    module_product_database_url: str, valkey_url: str, tmp_path_factory: pytest.TempPathFactory
) -> Ground:
    """Lived in, closed, and thirty days later: it has no members."""
    folder = tmp_path_factory.mktemp("due")
    told: dict[str, Any] = {"COFFER_BLOB_DIR": str(folder / "blobs")}
    async with an_open_house(module_product_database_url, valkey_url, folder, **told) as house:
        world = await a_world(house)
        assert (await world.close()).status_code == 202
        await house.follow()
        world.days_pass(31)
        settings, clock = house.settings, house.clock
    return Ground(world, module_product_database_url, settings, clock)


async def erased(due: Ground, postgres: str, folder: Path, stop: Stop) -> End:
    """In a copy of its own: erased by a process that is stopped, and by the next one."""
    blobs = folder / f"blobs-{stop.at}-{stop.after}"
    shutil.copytree(due.settings.blob_dir, blobs)
    with cloned_database(postgres, urlsplit(due.owner_url).path.lstrip("/")) as url:
        settings = replace(
            due.settings,
            database_url=seen_by("coffer_app", url),
            projector_database_url=seen_by("coffer_projector", url),
            blob_dir=blobs,
        )
        ground = Ground(due.world, url, settings, due.clock)
        try:
            assert await ground.erase(stop)
        except Stopped:
            assert await ground.erase(Stop(0, after=False))
        return ground.end()


async def test_an_erasure_that_is_stopped_anywhere_ends_as_an_undisturbed_one(
    due: Ground, postgres_server: str, tmp_path: Path
) -> None:
    undisturbed = Stop(0, after=False)
    whole = await erased(due, postgres_server, tmp_path, undisturbed)
    assert (whole.different, whole.found) == ([], [])
    assert whole.events.count("erasure.step_done") == 4
    assert whole.events[-1] == "account.erased"
    assert len(undisturbed.calls) > 15
    reached = 0
    for at in range(1, len(undisturbed.calls) + 1):
        stop = Stop(at, after=True)
        again = await erased(due, postgres_server, tmp_path, stop)
        reached += len(stop.calls) == at
        assert again == whole, (undisturbed.calls[at - 1], cast("Any", again))
    assert reached == len(undisturbed.calls)
