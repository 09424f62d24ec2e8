"""What is composed in development mode only."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any
from uuid import UUID

import msgspec

from api.composition.foundation import Foundation, Slice
from api.composition.identity import Door
from api.http.app import VERSION
from api.http.development.debug import DebugSetting, NamedEvent, Standing, debug
from api.http.development.demo_page import demo_page
from api.http.development.from_here import only_from_here
from api.http.development.seeding import DemoAccount, DemoLoaded, RecoveryKey, seeding
from api.http.health import CheckAll
from application.identity.password_rules import PasswordRules
from application.identity.session_secrets import SessionSecrets
from application.identity.sessions import SessionDoor
from application.processes import seed_person
from application.processes.registering import Registering
from infrastructure.demo import DemoProgram
from infrastructure.identity.known_passwords import FrequentPasswords
from infrastructure.settings import shown_without_secrets

_EVENTS = "select position, type from es.event order by position desc limit 50"
_HEAD = "select max(position) from es.head"


class _Demo:
    """Implements `api.http.development.seeding.Demo`."""

    def __init__(self, program: DemoProgram) -> None:
        self._program = program

    async def load(self, *, reset: bool) -> DemoLoaded:
        return msgspec.convert(await self._program.load(reset=reset), DemoLoaded)

    async def known(self) -> Sequence[DemoAccount]:
        kept = await self._program.known()
        return () if kept is None else msgspec.convert(kept["accounts"], tuple[DemoAccount, ...])

    async def attach_device(self, cookies: Any, account_id: UUID) -> RecoveryKey | None:
        made = await self._program.attach_device(cookies, str(account_id))
        return msgspec.convert(made["made"], RecoveryKey | None)


def slice_of(base: Foundation, door: Door, check: CheckAll) -> Slice:
    """Nothing in production: no route, no command."""
    if not base.settings.in_development:
        return Slice()
    secrets = SessionSecrets(door.people, door.tokens, base.blind)
    sessions = SessionDoor(door.people, door.tokens, base.blind, secrets)
    registering = Registering(door.pending, base.personal, door.tokens, base.blind)
    people = seed_person.SeedingPeople(base.commands, door.passwords, PasswordRules(FrequentPasswords()))
    guard = only_from_here(base.settings.public_url)
    settings = [DebugSetting(name, value) for name, value in shown_without_secrets(base.settings)]

    demo = _Demo(DemoProgram.of(base.settings))

    async def look_up() -> Standing:
        ((position,),) = await base.reader.all(_HEAD)
        events = await base.reader.all(_EVENTS)
        return Standing(
            position or 0,
            (await check()).read_models,
            [NamedEvent(place, name) for place, name in events],
        )

    return Slice(
        routes=seed_person.routes(sessions, registering, door.tokens),
        handlers=[
            debug(look_up, settings, VERSION, guard),
            *seeding(demo, guard),
            *demo_page(demo, guard),
        ],
        dependencies={"seeding_people": _given(people)},
    )


def _given(value: Any) -> Callable[[], Any]:
    return lambda: value
