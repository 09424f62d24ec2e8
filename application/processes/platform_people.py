"""User administration: create and rename users, set their role, ban them, end their sessions, and set a
password.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from application.commands import Commands, Route
from application.identity import platform
from application.identity.password_rules import PasswordRules
from application.identity.platform_reading import PlatformPeople
from application.identity.ports import Passwords, People
from application.identity.refusals import NotLetIn
from application.identity.sessions import end_session, end_sessions
from application.ports import BlindIndex, Context, Outcome, PersonalData, RowChange
from application.processes.registering import PASSWORDS, Registering
from application.unit_of_work import Work
from domain.errors import AlreadyExists
from domain.identity.sessions import SESSION
from domain.identity.users import (
    USER,
    BanReason,
    BanUser,
    ChangePlatformRole,
    PlatformRole,
    RenameUser,
    SetPassword,
    UnbanUser,
)
from domain.ids import UserId
from domain.kernel import Value


class CreatePerson(Value, frozen=True, kw_only=True):
    """Create a user, who verifies the email address at the first sign-in."""

    address: str
    name: str
    role: PlatformRole
    password_hash: str | None


class NamePerson(Value, frozen=True, kw_only=True):
    user_id: UserId
    name: str


class GiveRole(Value, frozen=True, kw_only=True):
    user_id: UserId
    role: PlatformRole


class Ban(Value, frozen=True, kw_only=True):
    """Ban a user until the given time, or for good."""

    user_id: UserId
    reason: BanReason
    until: datetime | None


class LiftBan(Value, frozen=True):
    user_id: UserId


class ReplacePassword(Value, frozen=True, kw_only=True):
    user_id: UserId
    password_hash: str


class EndSessionsOf(Value, frozen=True):
    user_id: UserId


class EndSessionNamed(Value, frozen=True):
    """The session that the wire calls by this handle, whosever it is; none, and nothing happens."""

    handle: str


class OperatorGivesRole(Value, frozen=True, kw_only=True):
    """Set a platform role at the command line, where there may be no administrator yet."""

    address: str
    role: PlatformRole


@dataclass(frozen=True)
class PlatformPasswords:
    """Commands of the platform that bring a password: it is looked at and hashed as any other."""

    commands: Commands
    people: PlatformPeople
    passwords: Passwords
    rules: PasswordRules

    async def create(
        self, address: str, name: str, role: PlatformRole, password: str | None, context: Context
    ) -> Outcome:
        hashed = None
        if password is not None:
            self.rules.check(password, address, name)
            hashed = await self.passwords.hashed(password)
        command = CreatePerson(address=address, name=name, role=role, password_hash=hashed)
        try:
            return await self.commands.run(command, context)
        except AlreadyExists as taken:
            if taken.reason != "claim_taken":
                raise
            raise NotLetIn("known_already") from None

    async def replace(self, user_id: UserId, password: str, context: Context) -> Outcome:
        person = await self.people.get(user_id)
        if person is None:
            raise platform.unknown_person()
        self.rules.check(password, person.email, person.name)
        hashed = await self.passwords.hashed(password)
        return await self.commands.run(ReplacePassword(user_id=user_id, password_hash=hashed), context)


def routes(people: People, registering: Registering, personal: PersonalData) -> dict[type, Route]:
    async def create(work: Work, command: CreatePerson) -> UserId:
        await platform.permit(work, "user", "create")
        user_id = await registering.make_known(work, command.address, command.name, command.password_hash)
        if command.role != "user":
            await platform.permit(work, "user", "set-role")
            await work.decide(USER, user_id, ChangePlatformRole(command.role))
        return user_id

    async def name(work: Work, command: NamePerson) -> None:
        await platform.permit(work, "user", "update")
        await platform.target(work, command.user_id)
        refs = await personal.seal(command.user_id, {"name": command.name})
        await work.decide(USER, command.user_id, RenameUser(refs["name"]))

    async def give_role(work: Work, command: GiveRole) -> None:
        by = await platform.permit(work, "user", "set-role")
        await platform.somebody_else(work, by, command.user_id)
        await work.decide(USER, command.user_id, ChangePlatformRole(command.role))

    async def ban(work: Work, command: Ban) -> None:
        by = await platform.permit(work, "user", "ban")
        await platform.no_admin(work, by, command.user_id)
        await work.decide(USER, command.user_id, BanUser(command.reason, command.until))
        await end_sessions(work, people, command.user_id, "banned")

    async def lift_ban(work: Work, command: LiftBan) -> None:
        await platform.permit(work, "user", "ban")
        await platform.target(work, command.user_id)
        await work.decide(USER, command.user_id, UnbanUser())

    async def replace_password(work: Work, command: ReplacePassword) -> None:
        by = await platform.permit(work, "user", "set-password")
        await platform.no_admin(work, by, command.user_id)
        await work.decide(USER, command.user_id, SetPassword("admin"))
        work.write(RowChange("put", PASSWORDS, {"user_id": command.user_id}, {"hash": command.password_hash}))
        await end_sessions(work, people, command.user_id, "password")

    async def end_all(work: Work, command: EndSessionsOf) -> None:
        await platform.permit(work, "session", "revoke")
        await platform.target(work, command.user_id)
        await end_sessions(work, people, command.user_id, "revoked")

    async def end_one(work: Work, command: EndSessionNamed) -> None:
        await platform.permit(work, "session", "revoke")
        session_id = await people.session_by_handle(command.handle)
        if session_id is not None:
            await end_session(work, session_id, "revoked")

    return {
        CreatePerson: Route(None, create, (USER,)),
        NamePerson: Route(None, name, (USER,)),
        GiveRole: Route(None, give_role, (USER,)),
        Ban: Route(None, ban, (USER, SESSION)),
        LiftBan: Route(None, lift_ban, (USER,)),
        ReplacePassword: Route(None, replace_password, (USER, SESSION)),
        EndSessionsOf: Route(None, end_all, (SESSION,)),
        EndSessionNamed: Route(None, end_one, (SESSION,)),
    }


def operator_routes(people: People, blind: BlindIndex) -> dict[type, Route]:
    async def give_role(work: Work, command: OperatorGivesRole) -> None:
        person = await people.by_email(blind.email(command.address))
        if person is None:
            raise platform.unknown_person()
        await work.decide(USER, person.user_id, ChangePlatformRole(command.role))

    return {OperatorGivesRole: Route(None, give_role, (USER,))}
