"""A role key begins, restarts or is renewed: the statement, the wraps and the history link in one append."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta

from application.commands import Route
from application.step_up import require_step_up
from application.unit_of_work import Work
from application.vault.grants import check_wraps_of_generation
from application.vault.key_statements import (
    account_of,
    append_key_statement,
    check_salt,
    key_log_of,
    not_holder,
    salt_of,
)
from application.vault.ports import Checks
from domain.accounts.accounts import ACCOUNT
from domain.errors import InvalidArgument, NotAllowed, NotFound, NotSignedIn, Stale
from domain.ids import RoleId, built_in_role, personal_role
from domain.kernel import Value
from domain.records import unpadded
from domain.sealed import DeviceWrap, Point, Signature, Signed, Statement
from domain.sealed import Salt as SaltText
from domain.vault.encoding import malformed, name_commitment
from domain.vault.key_log import KEY_LOG, KeyLog
from domain.vault.role_keys import ROLE_KEYRING, CreateRoleKey, Generation, Link, RollRoleKey
from domain.vault.statement_types import RoleCreate, RoleRoll
from domain.vault.statements import read_signed


class RollWrap(Value, frozen=True, kw_only=True):
    """`role.create` at generation 0 (or a restart), else `role.roll` with its proof and link."""

    role_id: RoleId
    expected_generation: Annotated[int, Meta(ge=0, le=2**31)]
    role_public_key_b64u: Point
    wraps: Annotated[tuple[DeviceWrap, ...], Meta(min_length=1, max_length=1000)]
    previous_sealed_b64u: Link | None = None
    statement_b64u: Statement
    signature_b64u: Signature
    roll_proof_b64u: Signature | None = None
    salt_b64u: SaltText | None = None

    @property
    def signed(self) -> Signed:
        return Signed(
            statement_b64u=self.statement_b64u,
            signature_b64u=self.signature_b64u,
            roll_proof_b64u=self.roll_proof_b64u,
            salt_b64u=self.salt_b64u,
        )


class Rolled(Value, frozen=True):
    generation: int
    seq: int


@dataclass(frozen=True)
class Rolling:
    checks: Checks

    async def roll(self, work: Work, command: RollWrap) -> Rolled:
        user_id = work.context.actor.user_id
        if user_id is None:
            raise NotSignedIn()
        account_of(work)
        work.permit("key.read")
        log = await key_log_of(work)
        if log.generation(command.role_id) != command.expected_generation:
            raise Stale(
                "This role's key was renewed in the meantime.",
                reason="stale_generation",
                generation=log.generation(command.role_id),
            )
        body = read_signed(command.signed).body
        if not isinstance(body, RoleCreate | RoleRoll):
            raise malformed("it is of another type")
        if body.role_id != command.role_id or unpadded(body.public) != command.role_public_key_b64u:
            raise malformed("it is about another key")
        if isinstance(body, RoleRoll):
            self._may_roll(work, log, command.role_id)
        else:
            await self._may_create(work, command, body)
        statement = await append_key_statement(work, self.checks, command.signed, type(body))
        await check_wraps_of_generation(work, self.checks, command.role_id, command.wraps)
        made = Generation(
            command.role_id,
            body.generation,
            command.role_public_key_b64u,
            unpadded(body.sign_public),
            unpadded(body.seed_commitment),
        )
        if isinstance(body, RoleRoll):
            if command.previous_sealed_b64u is None or command.roll_proof_b64u is None:
                raise InvalidArgument("A roll travels with its link and its proof.", reason="form")
            link, proof = command.previous_sealed_b64u, command.roll_proof_b64u
            rolled = RollRoleKey(made, command.wraps, link, proof)
            await work.decide(ROLE_KEYRING, command.role_id, rolled)
        else:
            await work.decide(ROLE_KEYRING, command.role_id, CreateRoleKey(made, command.wraps))
        return Rolled(body.generation, statement.header.seq)

    @staticmethod
    def _may_roll(work: Work, log: KeyLog, role_id: RoleId) -> None:
        """Any holder while a roll is due; else who manages roles, and says again that it is them."""
        user_id = work.context.actor.user_id
        if user_id is None or not log.holds(user_id, role_id):
            raise not_holder(role_id)
        if not log.roles[role_id].roll_due and role_id != personal_role(log.account_id, user_id):
            work.permit("key.roll")
            require_step_up(work)

    async def _may_create(self, work: Work, command: RollWrap, body: RoleCreate) -> None:
        """The owner makes first keys; a personal one is made by its person; a restart is confirmed."""
        actor = work.context.actor
        assert actor.user_id is not None  # looked at before
        account_id = account_of(work)
        salt = salt_of(command.signed)
        if command.role_id == personal_role(account_id, actor.user_id):
            # What a person calls the own role is between that person and the browser.
            work.permit("key.read")
            return
        if command.expected_generation:
            work.permit("key.roll")
            require_step_up(work)
        elif actor.role_id != built_in_role(account_id, "owner"):
            raise NotAllowed("An owner makes the first key of a role.", reason="no_authority")
        account = await work.load(ACCOUNT, account_id)
        role = account.roles.get(command.role_id) if account else None
        if role is None:
            raise NotFound("There is no such role.")
        expected = name_commitment(account_id, command.role_id, salt, role.name)
        check_salt(body.name_commitment, expected)


def routes(rolling: Rolling) -> dict[type, Route]:
    return {RollWrap: Route(None, rolling.roll, (KEY_LOG, ROLE_KEYRING))}
