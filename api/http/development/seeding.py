"""Demo data and people made by a program, for development mode only (`domain.md` 9.11 and 20)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Protocol
from uuid import UUID

from litestar import Request, Response, get, post
from litestar.datastructures import Cookie
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromQuery, JSONBody, QueryParameter

from api.http.answers import Data
from api.http.development.from_here import Guard
from api.http.given import Given
from api.http.identity.shapes import User, user_of
from api.http.identity.sign_in import Name, let_in
from api.http.identity.visits import Visits
from application.identity.refusals import NotLetIn
from application.processes.seed_person import SeedingPeople
from domain.email_addresses import normalised
from domain.errors import AlreadyExists, InvalidArgument
from domain.ids import AccountId, RoleId
from domain.kernel import Value

LOADING_SECONDS = 180.0
"""Real keys and real files take their time on a busy machine."""


class DemoPerson(Value, frozen=True, kw_only=True):
    """Somebody of the demo. `recovery_key` and the file with it are null where a role holds no keys."""

    id: UUID
    name: str
    email: str
    password: str
    role: str
    recovery_key: str | None
    recovery_file: str | None


class DemoAccount(Value, frozen=True, kw_only=True):
    id: UUID
    name: str
    users: tuple[DemoPerson, ...]


class DemoLoaded(Value, frozen=True, kw_only=True):
    """What there is; `loaded` is false where it was there already."""

    loaded: bool
    accounts: tuple[DemoAccount, ...]
    counts: Mapping[str, Mapping[str, int]]
    """By the name of the account and the kind."""


class SeedUser(Value, frozen=True, kw_only=True):
    """Somebody new; with an account a member of it, in one of its roles."""

    email: str
    name: Name
    password: str
    account_id: UUID | None = None
    role_id: UUID | None = None


class SeededUser(Value, frozen=True, kw_only=True):
    """The person, signed in by the cookies of the answer. Keys are of an account: without one, or in a role
    that holds none, there is no recovery key."""

    user: User
    account_id: UUID | None
    recovery_key: str | None
    recovery_file: str | None


class RecoveryKey(Value, frozen=True):
    key: str
    file: str


class Demo(Protocol):
    """The program that writes demo data through this interface, as any other client."""

    async def load(self, *, reset: bool) -> DemoLoaded: ...

    async def known(self) -> Sequence[DemoAccount]: ...

    async def attach_device(self, cookies: Mapping[str, str], account_id: UUID) -> RecoveryKey | None:
        """Make the first device of the person whose session this is; None in a role that holds no keys."""
        ...


def seeding(demo: Demo, guard: Guard) -> list[HTTPRouteHandler]:
    """The three routes."""

    @get(
        "/seed/accounts",
        operation_id="listDemoAccounts",
        tags=["development"],
        opt={"any_account": True, "paced": False},
        security=[],
        guards=[guard],
    )
    async def accounts(
        account_id: Annotated[UUID | None, QueryParameter(name="accountId")] = None,
    ) -> Data[list[DemoAccount]]:
        """List the demo accounts with their people, passwords and recovery keys; empty before they are
        loaded."""
        return Data([one for one in await demo.known() if account_id in (None, one.id)])

    @get(
        "/seed-db",
        operation_id="loadDemo",
        tags=["development"],
        opt={"any_account": True, "paced": False, "seconds": LOADING_SECONDS},
        security=[],
        guards=[guard],
    )
    async def load(reset: FromQuery[bool] = False) -> Data[DemoLoaded]:
        """Load the demo data, once; with `reset` close what there is and load it again."""
        return Data(await demo.load(reset=reset))

    @post(
        "/seed/user",
        operation_id="seedUser",
        tags=["development"],
        opt={"any_account": True, "paced": False, "seconds": LOADING_SECONDS},
        security=[],
        guards=[guard],
        status_code=201,
    )
    async def user(
        request: Request[Any, Any, Any],
        data: JSONBody[SeedUser],
        seeding_people: Given[SeedingPeople],
        visits: Given[Visits],
    ) -> Response[Data[SeededUser]]:
        """Create a verified user with a session; with an account a member of it, with a first device."""
        context, browser = visits.stranger(request), visits.browser(request)
        try:
            opened = await seeding_people.seed(
                normalised(data.email),
                data.name,
                data.password,
                browser,
                context,
                account_id=None if data.account_id is None else AccountId(data.account_id),
                role_id=None if data.role_id is None else RoleId(data.role_id),
            )
        except NotLetIn as refusal:
            if refusal.why == "known_already":
                raise AlreadyExists("This address is taken.", reason="known_already") from None
            raise InvalidArgument("This e-mail or password cannot be used.", reason=refusal.why) from None
        visit = await visits.begun(opened, browser, context)
        key = None
        if data.account_id is not None:
            key = await demo.attach_device(_named(visit.cookies), data.account_id)
        answer = SeededUser(
            user=user_of(visit.view.person),
            account_id=data.account_id,
            recovery_key=key and key.key,
            recovery_file=key and key.file,
        )
        seeded: Response[Any] = let_in(Data(answer), visit.cookies, opened.position)
        return seeded

    return [accounts, load, user]


def _named(cookies: Sequence[Cookie]) -> dict[str, str]:
    return {cookie.key: cookie.value or "" for cookie in cookies}
