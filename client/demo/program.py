"""Loads the demo once, and says who is in it. Begun anew, it leaves the former accounts closed behind."""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
import json
import os
import secrets
import ssl
from collections.abc import Generator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import date
from pathlib import Path
from typing import Any
from uuid import UUID

import httpx

from client.api import Person, Refused
from client.crypto.recovery_file import RecoveryFile, write, write_key
from client.demo.cast import HOUSES, PEOPLE, House, address_of
from client.demo.furnishing import furnish
from client.demo.household import Household
from client.member import Member

TOO_MANY = 429
_TRUSTED = ssl.create_default_context()
"""Read once: each browser would read all certificates for itself."""
SIGN_IN_SECONDS = 11
"""The table of sign-ins lets a client in three times in ten seconds."""
PATIENCE_SECONDS = 60.0
"""On a machine that is busy with something else."""


@dataclass
class State:
    """What is kept of a round between one run of the program and the next."""

    round: int = 0
    passwords: dict[str, str] = field(default_factory=dict[str, str])
    accounts: list[dict[str, str]] = field(default_factory=list[dict[str, str]])
    """Those that were opened: id, name, and who owns them."""
    loaded: dict[str, Any] | None = None
    """What is answered, once all of it is there."""


class Program:
    def __init__(self, url: str, origin: str, state: Path, houses: Sequence[House] = HOUSES) -> None:
        self._url, self._origin, self._file, self._houses = url, origin, state, houses
        named = {key for house in houses for key in (house.founder, *(one.person for one in house.members))}
        self._people = [person for person in PEOPLE if person.key in named]

    async def load(self, *, reset: bool) -> dict[str, Any]:
        """What there is; `loaded` says whether it was written now."""
        self._file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with _alone(self._file.with_suffix(".lock")):
            kept = self._kept()
            is_there = bool(kept.passwords) and await self._knows_founder(kept)
            if kept.loaded is not None and is_there and not reset:
                return {**kept.loaded, "loaded": False}
            if is_there:
                await self._close(kept)
            fresh = State(
                round=kept.round + 1 if is_there else max(kept.round, 1),
                passwords={person.key: _password() for person in self._people},
            )
            self._keep(fresh)
            fresh.loaded = await self._loaded(fresh)
            self._keep(fresh)
            return {**fresh.loaded, "loaded": True}

    async def _loaded(self, state: State) -> dict[str, Any]:
        accounts: list[dict[str, Any]] = []
        counts: dict[str, dict[str, int]] = {}
        async with contextlib.AsyncExitStack() as stack:
            people: dict[str, Person] = {}
            for person in self._people:
                people[person.key] = Person(
                    await stack.enter_async_context(self._browser()), patience=PATIENCE_SECONDS
                )
            await self._first_of_a_round(people, state)
            households: list[Household] = []
            for house in self._houses:
                # Whoever is in two accounts works in the second one in a browser of its own.
                founder = people[house.founder]
                if any(house.founder == one.person for other in self._houses for one in other.members):
                    founder = Person(
                        await stack.enter_async_context(self._browser()), patience=PATIENCE_SECONDS
                    )
                    await self._sign_in(founder, house.founder, state)
                account = await founder.subscribe(house.plan, house.name)
                state.accounts.append({"id": account["id"], "name": house.name, "owner": house.founder})
                self._keep(state)
                households.append(await Household.founded(house, founder, account, state.round))
            for household in households:
                await household.gather(people)
            await asyncio.gather(*(self._furnish(one, counts) for one in households))
            for household in households:
                accounts.append(self._described(household, state))
        return {"accounts": accounts, "counts": counts}

    async def _furnish(self, household: Household, counts: dict[str, dict[str, int]]) -> None:
        counts[household.house.name] = await furnish(household, date.today())  # noqa: DTZ011 - where it is

    def _described(self, household: Household, state: State) -> dict[str, Any]:
        return {
            "id": str(household.account_id),
            "name": household.house.name,
            "users": [
                {
                    "id": str(one.user_id),
                    "name": one.person.name,
                    "email": one.email,
                    "password": state.passwords[one.person.key],
                    "role": one.role,
                    "recoveryKey": None if one.member is None else write_key(one.member.recovery_secret),
                    "recoveryFile": None if one.member is None else recovery_file_of(one.member),
                }
                for one in household.residents
            ],
        }

    async def _first_of_a_round(self, people: Mapping[str, Person], state: State) -> None:
        """Everybody is registered, in a round whose addresses are free: what was kept of former ones may be
        lost."""
        first, *others = people
        while True:
            try:
                await self._register(people[first], first, state)
                break
            except Refused as refusal:
                if refusal.reason != "known_already":
                    raise
                state.round += 1
        self._keep(state)
        await asyncio.gather(*(self._register(people[key], key, state) for key in others))

    async def _register(self, browser: Person, key: str, state: State) -> None:
        person = next(one for one in PEOPLE if one.key == key)
        wish = {
            "email": address_of(person, state.round),
            "name": person.name,
            "password": state.passwords[key],
        }
        await browser.post("/seed/user", wish)

    async def _sign_in(self, browser: Person, key: str, state: State) -> None:
        email = address_of(next(one for one in PEOPLE if one.key == key), state.round)
        try:
            await browser.sign_in(email, state.passwords[key])
        except Refused as refusal:
            if refusal.status != TOO_MANY:
                raise
            await asyncio.sleep(SIGN_IN_SECONDS)
            await browser.sign_in(email, state.passwords[key])

    async def _knows_founder(self, state: State) -> bool:
        """Whether the people of a round are those of this server: a folder may outlive a database."""
        async with self._browser() as http:
            try:
                await self._sign_in(Person(http), self._houses[0].founder, state)
            except Refused as refusal:
                if refusal.status >= 500:
                    raise
                return False
        return True

    async def _close(self, state: State) -> None:
        """The accounts of a round that is over: closed, as their owners would, and gone in a month."""
        for account in state.accounts:
            async with self._browser() as http:
                owner = Person(http)
                await self._sign_in(owner, account["owner"], state)
                await owner.post("/api/accounts/switch", {"accountId": account["id"]})
                owner.account_id = UUID(account["id"])
                await owner.delete(f"/api/accounts/{account['id']}", {"confirm": account["name"]})

    def _browser(self) -> httpx.AsyncClient:
        return browser_at(self._url, self._origin)

    def _kept(self) -> State:
        try:
            return State(**json.loads(self._file.read_bytes()))
        except FileNotFoundError:
            return State()

    def _keep(self, state: State) -> None:
        """Only the owner of the folder reads it, and it is never half there."""
        draft = self._file.with_suffix(".new")
        draft.unlink(missing_ok=True)
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            json.dump(asdict(state), file)
        draft.replace(self._file)


def browser_at(url: str, origin: str) -> httpx.AsyncClient:
    headers = {"Origin": origin, "User-Agent": "Coffer demo"}
    return httpx.AsyncClient(base_url=url, headers=headers, timeout=120, trust_env=False, verify=_TRUSTED)


def recovery_file_of(member: Member) -> str:
    """The file as the app would offer it; who has compared nothing yet has no record to write down."""
    known = member.log.known.devices.get(member.device.id)
    confirmed = known is not None and known.state == "active"
    return write(
        RecoveryFile(
            member.recovery_secret,
            member.account_id,
            member.device.id,
            member.ledger.pin if confirmed else None,
            date.today(),  # noqa: DTZ011 - where it is
        )
    )


async def first_device(url: str, origin: str, cookies: dict[str, str], account_id: UUID) -> dict[str, Any]:
    """Attach a first device for whoever has this session, and write down its recovery key."""
    async with browser_at(url, origin) as http:
        for name, value in cookies.items():
            http.cookies.set(name, value)
        person = Person(http)
        session = await person.session()
        member = Member(person, account_id, UUID(session["user"]["id"]))
        try:
            await member.attach_itself("first")
        except Refused as refusal:
            if refusal.status >= 500:
                raise
            return {"made": None}
        return {"made": {"key": write_key(member.recovery_secret), "file": recovery_file_of(member)}}


@contextlib.contextmanager
def _alone(lock: Path) -> Generator[None]:
    """One program at a time; who comes second finds all there."""
    with lock.open("a") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        yield


def _password() -> str:
    """Four groups that can be typed; drawn anew, because a data folder may live longer than its mode."""
    letters = "abcdefghjkmnpqrstuvwxyz23456789"
    return "-".join("".join(secrets.choice(letters) for _ in range(5)) for _ in range(4))
