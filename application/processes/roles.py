"""The roles that an account makes for itself, each with its first key, its statements and its wraps."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any
from uuid import UUID

from msgspec import Meta

from application.accounts.settings import session_account
from application.commands import Route
from application.processes.agreed_keys import agree_with_keys
from application.step_up import require_step_up
from application.unit_of_work import Work
from application.vault.grants import check_wraps_of_generation
from application.vault.key_statements import append_key_statement, check_salt, key_log_of, salt_of
from application.vault.ports import Checks
from domain.accounts.accounts import ACCOUNT
from domain.accounts.accounts.commands import ChangeRole, DefineRole, Description, RetireRole, RoleName
from domain.accounts.accounts.state import Role, word_of
from domain.errors import InvalidArgument, NotFound, Refused, Stale
from domain.ids import RoleId
from domain.kernel import Value
from domain.records import unpadded
from domain.sealed import Count, DeviceWrap, Point, Signed
from domain.vault.encoding import malformed, name_commitment
from domain.vault.key_log import KEY_LOG
from domain.vault.role_keys import ROLE_KEYRING, CreateRoleKey, Generation
from domain.vault.statement_types import RoleAssign, RoleCreate, RoleSet

Permissions = dict[str, tuple[str, ...]]


class MakeRole(Value, frozen=True, kw_only=True):
    """`items` are the `role.create` and a `role.assign` for each other owner."""

    id: RoleId
    name: RoleName
    description: Description = ""
    permissions: Permissions
    role_public_key_b64u: Point
    wraps: Annotated[tuple[DeviceWrap, ...], Meta(min_length=1, max_length=1000)]
    items: Annotated[tuple[Signed, ...], Meta(min_length=1, max_length=32)]


class EditRole(Value, frozen=True, kw_only=True):
    """What is None stays. A new name, or other capabilities, come with their `role.set`."""

    role_id: RoleId
    name: RoleName | None = None
    description: Description | None = None
    permissions: Permissions | None = None
    version: Count | None = None
    signed: Signed | None = None


class EndRole(Value, frozen=True):
    role_id: RoleId
    move_to: RoleId | None = None


@dataclass(frozen=True)
class Roles:
    """What changing roles needs beside the unit of work."""

    checks: Checks

    async def make(self, work: Work, command: MakeRole) -> dict[str, Any]:
        account_id = session_account(work)
        # Key statements come first in an append, so what they are about is decided after them.
        body = await self._first_key(work, command)
        for signed in command.items[1:]:
            assigned = (await append_key_statement(work, self.checks, signed, RoleAssign)).body
            assert isinstance(assigned, RoleAssign)
            if assigned.role_id != command.id:
                raise malformed("it is about another role")
        await check_wraps_of_generation(work, self.checks, command.id, command.wraps)
        made = Generation(
            command.id,
            body.generation,
            command.role_public_key_b64u,
            unpadded(body.sign_public),
            unpadded(body.seed_commitment),
        )
        await work.decide(ROLE_KEYRING, command.id, CreateRoleKey(made, command.wraps))
        define = DefineRole(command.id, command.name, command.permissions, command.description)
        await work.decide(ACCOUNT, account_id, define)
        return await self._answer(work, command.id)

    async def _first_key(self, work: Work, command: MakeRole) -> RoleCreate:
        body = (await append_key_statement(work, self.checks, command.items[0], RoleCreate)).body
        assert isinstance(body, RoleCreate)
        if body.role_id != command.id or unpadded(body.public) != command.role_public_key_b64u:
            raise malformed("it is about another key")
        self._check_name(work, command.id, command.name, command.items[0], body.name_commitment)
        return body

    async def edit(self, work: Work, command: EditRole) -> dict[str, Any]:
        if command.version is None:
            raise Refused("Say which version you changed.", reason="version_required")
        # Loaded first, because key statements come first in an append.
        await key_log_of(work)
        role = await self._role(work, command.role_id)
        if role.key is None and (command.signed is not None or command.name not in (None, role.name)):
            await self._set(work, command.role_id, command.name or role.name, command.signed)
        if role.version != command.version:
            raise Stale(
                "Someone else changed this in the meantime.",
                reason="version_conflict",
                current=await self._answer(work, command.role_id),
            )
        change = ChangeRole(command.role_id, command.name, command.description, command.permissions)
        await work.decide(ACCOUNT, session_account(work), change)
        return await self._answer(work, command.role_id)

    async def _set(self, work: Work, role_id: RoleId, name: str, signed: Signed | None) -> None:
        if signed is None:
            raise InvalidArgument("Sign the new name of this role.", reason="signed")
        body = (await append_key_statement(work, self.checks, signed, RoleSet)).body
        assert isinstance(body, RoleSet)
        if body.role_id != role_id:
            raise malformed("it is about another role")
        self._check_name(work, role_id, name, signed, body.name_commitment)

    async def end(self, work: Work, command: EndRole) -> None:
        """Members who move to another role get its keys first, then lose those of the former."""
        account_id = session_account(work)
        before = await work.load(ACCOUNT, account_id)
        await work.decide(ACCOUNT, account_id, RetireRole(command.role_id, command.move_to))
        after = await work.load(ACCOUNT, account_id)
        if before is None or after is None:
            return
        changed = [user for user, member in before.members.items() if after.members[user] != member]
        if command.move_to == after.owner_role_id and changed:
            require_step_up(work)
        for user_id in changed:
            # Owners keep the keys: through them what was written for the role stays readable.
            if before.members[user_id].role_id != before.owner_role_id:
                await agree_with_keys(work, after, user_id, before.members[user_id])

    @staticmethod
    def _check_name(work: Work, role_id: RoleId, name: str, signed: Signed, commitment: bytes) -> None:
        """The name that people are shown is the one that was signed."""
        expected = name_commitment(session_account(work), role_id, salt_of(signed), name)
        check_salt(commitment, expected)

    @staticmethod
    async def _role(work: Work, role_id: RoleId) -> Role:
        account = await work.load(ACCOUNT, session_account(work))
        role = account.roles.get(role_id) if account else None
        if role is None:
            raise NotFound("There is no such role.", reason="role")
        return role

    async def _answer(self, work: Work, role_id: UUID) -> dict[str, Any]:
        role = await self._role(work, RoleId(role_id))
        work.version = role.version
        return {"id": str(role_id), "name": role.name, "word": word_of(role)}


def routes(roles: Roles) -> dict[type, Route]:
    return {
        MakeRole: Route("role.create", roles.make, (KEY_LOG, ROLE_KEYRING, ACCOUNT)),
        EditRole: Route("role.update", roles.edit, (KEY_LOG, ACCOUNT)),
        EndRole: Route("role.delete", roles.end, (ACCOUNT,)),
    }
