"""User administration of the platform: the routes of the public client's admin plugin."""

from __future__ import annotations

from datetime import timedelta
from typing import Annotated, Any, Literal

from litestar import Controller, Request, Response, get, post
from litestar.params import JSONBody, QueryParameter
from msgspec import Meta

from api.http.deadlines import WAITS_ITS_TURN
from api.http.forms import read_as
from api.http.given import Given
from api.http.identity.errors import AUTH_HANDLERS, REFUSALS, AuthRefused
from api.http.identity.platform_access import acting, named, reading, shown
from api.http.identity.platform_questions import Field, asked_of
from api.http.identity.shapes import Done, Succeeded, User, Wire, user_of
from api.http.identity.sign_in import Name, let_in
from api.http.identity.visits import Visit, Visits
from application.commands import Commands
from application.identity.platform_reading import Operator, PlatformPeople, found
from application.processes.forget_person import Forgetting
from application.processes.platform_people import Ban, GiveRole, LiftBan, NamePerson, PlatformPasswords
from domain.email_addresses import normalised
from domain.identity.platform_access import Connector, objection
from domain.identity.users import BanReason, PlatformRole
from domain.ids import UserId
from domain.kernel import Value

Id = Annotated[str, Meta(max_length=64)]
GivenName = Annotated[Name, Meta(min_length=1)]
Role = PlatformRole | Annotated[list[PlatformRole], Meta(min_length=1, max_length=1)]
Actions = Annotated[list[str], Meta(max_length=50)]

_LONGEST_BAN = timedelta(days=3650)


class Whom(Wire, frozen=True, kw_only=True):
    """Whom it is done to."""

    user_id: Id


class CreateUser(Wire, frozen=True, kw_only=True):
    """The user to create. Without a password the user signs in with a code."""

    email: str
    name: GivenName
    password: str | None = None
    role: Role = "user"


class ChangeUser(Whom, frozen=True, kw_only=True):
    """What is to change about a person: the name. Everything else has an act of its own."""

    data: dict[str, Any]


class NewName(Wire, frozen=True, kw_only=True):
    name: GivenName


class SetRole(Whom, frozen=True, kw_only=True):
    """Whom to give which role on the platform."""

    role: Role


class BanUser(Whom, frozen=True, kw_only=True):
    """Whom to shut out, why, and for how many seconds; for good without them."""

    ban_reason: BanReason
    ban_expires_in: Annotated[int, Meta(ge=1, le=int(_LONGEST_BAN.total_seconds()))] | None = None


class SetUserPassword(Whom, frozen=True, kw_only=True):
    """Whose password, and the new one."""

    new_password: str


class AskPermission(Wire, frozen=True, kw_only=True):
    """Which actions on which resources one wants to know about."""

    permissions: Annotated[dict[str, Actions], Meta(max_length=50)]
    connector: Connector = "AND"


class PermissionAnswer(Wire, frozen=True, kw_only=True, omit_defaults=True):
    """Whether one may, and why not."""

    success: bool
    error: str | None = None


class UserList(Wire, frozen=True, kw_only=True):
    """A page of people, and how many there are in all."""

    users: list[User]
    total: int
    limit: int
    offset: int


class TheUser(Wire, frozen=True, kw_only=True):
    """The person as they are now."""

    user: User


class PlatformPeopleController(Controller):
    path = "/api/auth/admin"
    opt = WAITS_ITS_TURN
    tags = ("platform",)
    exception_handlers = AUTH_HANDLERS

    @get("/list-users", operation_id="listPlatformUsers", responses=REFUSALS)
    async def list_users(
        self,
        request: Request[Any, Any, Any],
        platform_people: Given[PlatformPeople],
        visits: Given[Visits],
        search_value: Annotated[str | None, QueryParameter(name="searchValue", max_length=254)] = None,
        search_field: Annotated[Literal["email", "name"] | None, QueryParameter(name="searchField")] = None,
        search_operator: Annotated[
            Literal["contains", "starts_with", "ends_with"] | None, QueryParameter(name="searchOperator")
        ] = None,
        limit: Annotated[int | None, QueryParameter(ge=0, le=1_000_000)] = None,
        offset: Annotated[int | None, QueryParameter(ge=0, le=1_000_000_000)] = None,
        sort_by: Annotated[Field | None, QueryParameter(name="sortBy")] = None,
        sort_direction: Annotated[Literal["asc", "desc"] | None, QueryParameter(name="sortDirection")] = None,
        filter_field: Annotated[Field | None, QueryParameter(name="filterField")] = None,
        filter_value: Annotated[str | None, QueryParameter(name="filterValue", max_length=2000)] = None,
        filter_operator: Annotated[Operator | None, QueryParameter(name="filterOperator")] = None,
    ) -> Response[UserList]:
        """List users, oldest first, at most 500 at a time."""
        visit = await reading(request, visits, "user", "list")
        search = (search_field or "email", search_operator or "contains", search_value or "")
        filtered = None
        if filter_value is not None:
            filtered = (filter_field or "email", filter_operator or "eq", filter_value)
        asked = asked_of(
            search=search,
            filtered=filtered,
            sort_by=sort_by,
            descending=sort_direction == "desc",
            limit=limit,
            offset=offset,
        )
        page = await found(platform_people, asked)
        answer = UserList(
            users=[user_of(person) for person in page.people],
            total=page.total,
            limit=asked.limit,
            offset=asked.offset,
        )
        return let_in(answer, visit.cookies)

    @get("/get-user", operation_id="getPlatformUser", responses=REFUSALS)
    async def get_user(
        self,
        request: Request[Any, Any, Any],
        platform_people: Given[PlatformPeople],
        visits: Given[Visits],
        id: Annotated[str, QueryParameter(max_length=64)],
    ) -> Response[User]:
        """Get a user."""
        visit = await reading(request, visits, "user", "list")
        return let_in(user_of(await shown(platform_people, named(id))), visit.cookies)

    @post("/create-user", operation_id="createPlatformUser", responses=REFUSALS, status_code=200)
    async def create(
        self,
        request: Request[Any, Any, Any],
        data: JSONBody[CreateUser],
        platform_people: Given[PlatformPeople],
        platform_passwords: Given[PlatformPasswords],
        visits: Given[Visits],
    ) -> Response[TheUser]:
        """Create a user. The email address is verified at the first sign-in."""
        visit = await acting(request, visits, "user", "create")
        role, address = _one(data.role), normalised(data.email)
        done = await platform_passwords.create(address, data.name, role, data.password or None, visit.context)
        created = await shown(platform_people, UserId(done.answer))
        return let_in(TheUser(user=user_of(created)), visit.cookies, done.position)

    @post("/update-user", operation_id="updatePlatformUser", responses=REFUSALS, status_code=200)
    async def update(
        self,
        request: Request[Any, Any, Any],
        data: JSONBody[ChangeUser],
        commands: Given[Commands],
        platform_people: Given[PlatformPeople],
        visits: Given[Visits],
    ) -> Response[User]:
        """Change a user's name."""
        visit = await acting(request, visits, "user", "update")
        command = NamePerson(user_id=named(data.user_id), name=_new_name(data.data))
        done = await commands.run(command, visit.context)
        return let_in(user_of(await shown(platform_people, command.user_id)), visit.cookies, done.position)

    @post("/set-role", operation_id="setPlatformRole", responses=REFUSALS, status_code=200)
    async def set_role(
        self,
        request: Request[Any, Any, Any],
        data: JSONBody[SetRole],
        commands: Given[Commands],
        platform_people: Given[PlatformPeople],
        visits: Given[Visits],
    ) -> Response[TheUser]:
        """Set the platform role of another user."""
        visit = await acting(request, visits, "user", "set-role")
        command = GiveRole(user_id=named(data.user_id), role=_one(data.role))
        return await _done(command, command.user_id, visit, commands, platform_people)

    @post("/ban-user", operation_id="banUser", responses=REFUSALS, status_code=200)
    async def ban(
        self,
        request: Request[Any, Any, Any],
        data: JSONBody[BanUser],
        commands: Given[Commands],
        platform_people: Given[PlatformPeople],
        visits: Given[Visits],
    ) -> Response[TheUser]:
        """Ban a user: all sessions end, and the user cannot sign in."""
        visit = await acting(request, visits, "user", "ban")
        until = None
        if data.ban_expires_in is not None:
            until = visit.context.now + timedelta(seconds=data.ban_expires_in)
        command = Ban(user_id=named(data.user_id), reason=data.ban_reason, until=until)
        return await _done(command, command.user_id, visit, commands, platform_people)

    @post("/unban-user", operation_id="unbanUser", responses=REFUSALS, status_code=200)
    async def unban(
        self,
        request: Request[Any, Any, Any],
        data: JSONBody[Whom],
        commands: Given[Commands],
        platform_people: Given[PlatformPeople],
        visits: Given[Visits],
    ) -> Response[TheUser]:
        """Lift a ban."""
        visit = await acting(request, visits, "user", "ban")
        command = LiftBan(named(data.user_id))
        return await _done(command, command.user_id, visit, commands, platform_people)

    @post("/set-user-password", operation_id="setUserPassword", responses=REFUSALS, status_code=200)
    async def set_password(
        self,
        request: Request[Any, Any, Any],
        data: JSONBody[SetUserPassword],
        platform_passwords: Given[PlatformPasswords],
        visits: Given[Visits],
    ) -> Response[Done]:
        """Set a user's password. All their sessions end."""
        visit = await acting(request, visits, "user", "set-password")
        done = await platform_passwords.replace(named(data.user_id), data.new_password, visit.context)
        return let_in(Done(), visit.cookies, done.position)

    @post("/remove-user", operation_id="removePlatformUser", responses=REFUSALS, status_code=200)
    async def remove(
        self,
        request: Request[Any, Any, Any],
        data: JSONBody[Whom],
        forgetting: Given[Forgetting],
        visits: Given[Visits],
    ) -> Response[Succeeded]:
        """Delete a user for good, by the same rules as `delete-user`."""
        visit = await acting(request, visits, "user", "delete")
        await forgetting.remove(named(data.user_id), visit.context)
        return let_in(Succeeded(), visit.cookies)

    @post("/has-permission", operation_id="hasPlatformPermission", responses=REFUSALS, status_code=200)
    async def has_permission(
        self, request: Request[Any, Any, Any], data: JSONBody[AskPermission], visits: Given[Visits]
    ) -> Response[PermissionAnswer]:
        """Check whether your platform role has the given permissions."""
        visit = await visits.needed(request)
        why_not = objection(visit.view.person.role, data.permissions, data.connector)
        return let_in(PermissionAnswer(success=why_not is None, error=why_not), visit.cookies)


def _one(role: PlatformRole | list[PlatformRole]) -> PlatformRole:
    """The public client sends one role or a list, which holds one here."""
    return role[0] if isinstance(role, list) else role


def _new_name(members: dict[str, Any]) -> str:
    if not members:
        raise AuthRefused(400, "NO_DATA_TO_UPDATE", "No data to update")
    for member in members:
        if member != "name":
            raise AuthRefused(400, "FIELD_NOT_ALLOWED", f"{member} is not allowed to be set")
    return read_as(members, NewName).name


async def _done(
    command: Value, user_id: UserId, visit: Visit, commands: Commands, people: PlatformPeople
) -> Response[TheUser]:
    done = await commands.run(command, visit.context)
    return let_in(TheUser(user=user_of(await shown(people, user_id))), visit.cookies, done.position)
