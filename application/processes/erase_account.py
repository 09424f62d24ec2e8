"""Erasing an account that was closed: keys, objects, rows, and the people who belong nowhere else.

Every step can be begun again: what it says of itself is read from the log, which an interruption does not
change, and never from what it happened to find.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from hashlib import sha256
from typing import NamedTuple, Protocol
from uuid import UUID

from application.commands import Commands, Route
from application.identity.ports import People
from application.ports import Context
from application.processes.forget_person import Forgetting, end_person
from application.processes.join import Expire
from application.unit_of_work import Work
from application.work.objects import key_of
from application.work.ports import BlobStore, ObjectName, Upload
from domain.accounts.accounts import ACCOUNT, Account
from domain.accounts.accounts.commands import EraseAccount
from domain.errors import NotAllowed, NotFound, Refused
from domain.identity.sessions import SESSION
from domain.identity.users import USER, RequestErasure
from domain.ids import AccountId, InvitationId, UserId
from domain.kernel import Actor, Value
from domain.oversight.erasure import (
    ERASURE,
    Erasure,
    FinishStep,
    ProveErasure,
    StartErasure,
    Step,
)

log = logging.getLogger("coffer.erasure")


class BeginErasure(Value, frozen=True):
    """The days of closing are over. Answers the erasure as it is, also when it has begun before."""

    account_id: AccountId


class LookAtAccount(Value, frozen=True):
    """Who belongs to the account, and which invitations wait."""

    account_id: AccountId


class LookAtErasure(Value, frozen=True):
    """The erasure of an account as it is; None when it has not begun."""

    account_id: AccountId


class ForgetMember(Value, frozen=True):
    """Forget a member of an account that is being erased, unless the person belongs to another account or
    to the platform. Answers whether the person is forgotten."""

    account_id: AccountId
    user_id: UserId


class NoteStep(Value, frozen=True):
    """A step has come to its end."""

    account_id: AccountId
    step: Step
    count: int
    sha256: str


class EndErasure(Value, frozen=True):
    """Every step is done: the account is erased. Answers the hash of the certificate."""

    account_id: AccountId


class Found(NamedTuple):
    """What a step came to: of so many things nothing is left."""

    number: int
    sha256: str


class Object(NamedTuple):
    """An object of a file, by the log."""

    file_id: UUID
    upload_id: UUID
    name: ObjectName


class Remains(Protocol):
    """What is kept of an account outside of its events."""

    async def destroy_addresses(self, account_id: UUID) -> None:
        """The keys of addresses that no other account has invited, which belong to no person."""
        ...

    async def record_streams(self, account_id: UUID) -> Sequence[UUID]:
        """The streams of the account that ever had members under a key, by the log."""
        ...

    async def destroy_keys(self, account_id: UUID, streams: Sequence[UUID]) -> None:
        """These keys, and every state that is kept of a stream of the account."""
        ...

    async def objects(self, account_id: UUID) -> Sequence[Object]:
        """All that were ever announced, by the log."""
        ...

    async def uploads(self, account_id: UUID) -> Sequence[Upload]:
        """Those whose parts are still known."""
        ...

    async def forget_uploads(self, account_id: UUID) -> None: ...

    async def forget_what_was_said(self, account_id: UUID) -> None:
        """Answers to repeated requests, what emails say, and messages to jobs."""
        ...

    async def tables(self) -> Sequence[str]:
        """The tables of read models, also of former versions, that have rows by account."""
        ...

    async def rows_left(self, account_id: UUID) -> str | None:
        """A table that has a row from before the erasure, or a follower that has not come so far."""
        ...


@dataclass(frozen=True)
class Erasing:
    """Carries out what is left of an erasure, and stops where it has to wait."""

    commands: Commands
    remains: Remains
    blobs: BlobStore
    forgetting: Forgetting
    collecting: Callable[[], AbstractAsyncContextManager[bool]]
    """Whether objects may be deleted inside the block: a backup may be copying them."""

    async def go_on(self, account_id: AccountId, context: Context) -> bool:
        """Whether it has come to its end. Otherwise it waits for others, and is taken up again."""
        context = context._replace(actor=Actor("system", account_id=account_id), idempotency=None)
        erasure: Erasure = (await self.commands.run(BeginErasure(account_id), context)).answer
        steps: Mapping[Step, Callable[[AccountId, Context], Awaitable[Found | None]]] = {
            "recordKeys": self._record_keys,
            "blobs": self._blobs,
            "rows": self._rows,
            "persons": self._persons,
        }
        while (step := erasure.next_step) is not None:
            found = await steps[step](account_id, context)
            if found is None:
                return False
            noted = NoteStep(account_id, step, found.number, found.sha256)
            erasure = (await self.commands.run(noted, context)).answer
        await self.commands.run(EndErasure(account_id), context)
        return True

    async def _record_keys(self, account_id: AccountId, context: Context) -> Found:
        account: Account = (await self.commands.run(LookAtAccount(account_id), context)).answer
        for invitation_id in account.reserved:
            await self.commands.run(Expire(account_id, InvitationId(invitation_id)), context)
        # Whose address it is can be read only as long as there are keys of the invitations.
        await self.remains.destroy_addresses(account_id)
        streams = await self.remains.record_streams(account_id)
        await self.remains.destroy_keys(account_id, streams)
        return found_of(streams)

    async def _blobs(self, account_id: AccountId, context: Context) -> Found | None:
        async with self.collecting() as permitted:
            if permitted:
                return await self._objects(account_id)
        log.info("erasure_waits", extra={"account_id": str(account_id), "for": "a backup"})
        return None

    async def _objects(self, account_id: AccountId) -> Found:
        objects = await self.remains.objects(account_id)
        names: tuple[ObjectName, ...] = ("content", "thumbnail")
        for upload in await self.remains.uploads(account_id):
            for name in names:
                handle = upload.handle(name)
                if handle is not None:
                    key = key_of(account_id, upload.file_id, upload.upload_id, name)
                    await self.blobs.abort(key, handle)
        keys = [key_of(account_id, *one) for one in objects]
        for key in keys:
            await self.blobs.delete(key)
        await self.remains.forget_uploads(account_id)
        return found_of(keys)

    async def _rows(self, account_id: AccountId, context: Context) -> Found | None:
        await self.remains.forget_what_was_said(account_id)
        left = await self.remains.rows_left(account_id)
        if left is not None:
            log.info("erasure_waits", extra={"account_id": str(account_id), "for": left})
            return None
        return found_of(await self.remains.tables())

    async def _persons(self, account_id: AccountId, context: Context) -> Found:
        account: Account = (await self.commands.run(LookAtAccount(account_id), context)).answer
        forgotten: list[UserId] = []
        for user_id in account.members:
            if (await self.commands.run(ForgetMember(account_id, user_id), context)).answer:
                await self.forgetting.personal.forget(user_id)
                forgotten.append(user_id)
        return found_of(forgotten)


def found_of(names: Iterable[object]) -> Found:
    """How many there are, and SHA-256 over their names, each a line, in order."""
    lines = sorted(str(name) for name in names)
    return Found(len(lines), sha256("".join(f"{line}\n" for line in lines).encode()).hexdigest())


def routes(people: People) -> dict[type, Route]:
    async def begin(work: Work, command: BeginErasure) -> Erasure:
        _only_by_system(work)
        account = await work.guard(ACCOUNT, command.account_id, account_id=command.account_id)
        if account is None:
            raise NotFound("There is no such account.")
        erasure = await work.load(ERASURE, command.account_id, account_id=command.account_id)
        if erasure is None:
            if account.state != "closing" or account.due_at is None:
                raise Refused("This account is not due to be erased.", reason="not_due")
            start = StartErasure(command.account_id, account.due_at)
            await work.decide(ERASURE, command.account_id, start, account_id=command.account_id)
        return await _erasure(work, command.account_id)

    async def look(work: Work, command: LookAtAccount) -> Account:
        _only_by_system(work)
        account = await work.load(ACCOUNT, command.account_id, account_id=command.account_id)
        if account is None:
            raise NotFound("There is no such account.")
        return account

    async def look_at_erasure(work: Work, command: LookAtErasure) -> Erasure | None:
        _only_by_system(work)
        return await work.load(ERASURE, command.account_id, account_id=command.account_id)

    async def forget_member(work: Work, command: ForgetMember) -> bool:
        _only_by_system(work)
        account = await work.guard(ACCOUNT, command.account_id, account_id=command.account_id)
        await _erasure(work, command.account_id)
        if account is None or command.user_id not in account.members:
            raise NotFound("There is no such member.", reason="member")
        user = await work.load(USER, command.user_id)
        if user is None or user.erased:
            return user is not None
        if user.platform_role == "admin" or await _belongs_elsewhere(work, command):
            return False
        if not user.leaving:
            asking = RequestErasure(work.context.now, (command.account_id,))
            await work.decide(USER, command.user_id, asking)
            user = await work.load(USER, command.user_id)
            assert user is not None
        await end_person(work, people, command.user_id, user, within=command.account_id)
        return True

    async def _belongs_elsewhere(work: Work, command: ForgetMember) -> bool:
        for account_id in await people.accounts_of(command.user_id):
            if account_id == command.account_id:
                continue
            other = await work.guard(ACCOUNT, account_id, account_id=account_id)
            if other is not None and other.state != "erased" and command.user_id in other.members:
                return True
        return False

    async def note(work: Work, command: NoteStep) -> Erasure:
        said = FinishStep(command.step, command.count, command.sha256)
        await work.decide(ERASURE, command.account_id, said, account_id=command.account_id)
        return await _erasure(work, command.account_id)

    async def end(work: Work, command: EndErasure) -> str:
        await work.decide(ERASURE, command.account_id, ProveErasure(), account_id=command.account_id)
        proof = (await _erasure(work, command.account_id)).proof_hash
        assert proof is not None
        await work.decide(ACCOUNT, command.account_id, EraseAccount(proof), account_id=command.account_id)
        return proof

    return {
        BeginErasure: Route(None, begin, (ERASURE,)),
        LookAtAccount: Route(None, look, ()),
        LookAtErasure: Route(None, look_at_erasure, ()),
        ForgetMember: Route(None, forget_member, (ACCOUNT, SESSION, USER)),
        NoteStep: Route(None, note, (ERASURE,)),
        EndErasure: Route(None, end, (ERASURE, ACCOUNT)),
    }


async def _erasure(work: Work, account_id: AccountId) -> Erasure:
    erasure = await work.load(ERASURE, account_id, account_id=account_id)
    if erasure is None:
        raise NotFound("There is no such erasure.")
    return erasure


def _only_by_system(work: Work) -> None:
    if work.context.actor.type != "system":
        raise NotAllowed("Only the system does this.", reason="not_allowed")
