"""An account of the demo with its people: opened, invited, joined and let in as anybody would be."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from client.api import Person
from client.cabinet import Cabinet
from client.crypto.audiences import Audience, audience_of
from client.crypto.authority import MANAGE_MEMBERS, MANAGE_ROLES
from client.crypto.errors import FailedPrecondition
from client.demo.cast import HOUSE_STAFF, HOUSE_STAFF_MAY, PEOPLE, House, Membership, Somebody, address_of
from client.demo.drafts import Readers
from client.member import Member

_KEYLESS = frozenset({"auditor", "analyst"})


@dataclass
class Resident:
    """Somebody in an account; without a member in a role that holds no keys."""

    person: Somebody
    role: str
    user_id: UUID
    email: str
    api: Person
    member: Member | None = None


@dataclass
class Household:
    house: House
    account_id: UUID
    founder: Member
    round: int
    staff: UUID | None = None
    residents: list[Resident] = field(default_factory=list[Resident])
    cabinets: dict[str, Cabinet] = field(default_factory=dict[str, Cabinet])
    """Of those who write, by their key."""

    @classmethod
    async def founded(cls, house: House, api: Person, account: Any, round_: int) -> Household:
        """The account with its settings, and the first keys."""
        session = await api.session()
        account_id, user_id = UUID(account["id"]), UUID(session["user"]["id"])
        founder = Member(api, account_id, user_id)
        await founder.found()
        made = cls(house, account_id, founder, round_)
        formats = {
            "dateFormat": house.date_format,
            "dateInputFormat": house.date_format,
            "dateSeparator": "/",
        }
        dated = await api.post("/api/accounts/date-format", formats)
        zone = {"zone": house.zone, "version": dated["version"]}
        await api.put(f"/api/accounts/{account_id}", zone)
        made._move_in(house.founder, "owner", user_id, api, founder)
        return made

    async def gather(self, people: Mapping[str, Person]) -> None:
        """Invite everybody, and let in those whom a link has brought."""
        if any(one.role == HOUSE_STAFF for one in self.house.members):
            self.staff = await self.founder.make_role(HOUSE_STAFF, HOUSE_STAFF_MAY)
        for membership in self.house.members:
            await self._join(membership, people[membership.person])
        self.meet()
        await self.founder.let_in_invited()
        self.meet()
        for address in self.house.invited:
            await self.founder.invite(address, self.founder.built_in("member"))

    async def _join(self, membership: Membership, api: Person) -> None:
        key, role = membership.person, membership.role
        email = address_of(_named(key), self.round)
        role_id = self.staff if role == HOUSE_STAFF else self.founder.built_in(role)
        assert role_id is not None  # made before
        pairing = None
        if role in _KEYLESS:
            await self.founder.api.post("/api/auth/invite", {"email": email, "roleId": str(role_id)})
        else:
            pairing = await self.founder.invite(email, role_id)
        await self._enter(api)
        session = await api.session()
        user_id = UUID(session["user"]["id"])
        if role in _KEYLESS:
            self._move_in(key, role, user_id, api, None)
            return
        # Who only has the link of the mail brings no secret.
        link = None if membership.waits else pairing
        member = Member(api, self.account_id, user_id, pin=None if link is None else link.pin)
        await member.attach_itself("first", link)
        self._move_in(key, role, user_id, api, member)
        if role == "admin" and link is not None:
            self.meet()
            await self.founder.ledger.sync()
            roles = [self.founder.built_in(name) for name in ("admin", "member")]
            await self.founder.admit(member.device.id, link.id, MANAGE_MEMBERS | MANAGE_ROLES, roles)

    async def _enter(self, api: Person) -> None:
        """Join, and go there."""
        api.position = max(api.position, self.founder.api.position)
        # Joining goes by what is shown: this waits until the invitation is.
        await api.get("/api/my-invitations")
        wish = {"accountIds": [str(self.account_id)]}
        (joined,) = await api.post("/api/accounts/join", wish)
        if not joined["joined"]:
            raise FailedPrecondition(f"the invitation was not taken: {joined['error']}")
        await api.session()
        if api.account_id != self.account_id:
            api.account_id = None
            await api.post("/api/accounts/switch", {"accountId": str(self.account_id)})

    def _move_in(self, key: str, role: str, user_id: UUID, api: Person, member: Member | None) -> None:
        person = _named(key)
        email = address_of(person, self.round)
        self.residents.append(Resident(person, role, user_id, email, api, member))
        waits = any(one.person == key and one.waits for one in self.house.members)
        if member is not None and not waits:
            self.cabinets[key] = Cabinet(member)

    def meet(self) -> None:
        """Everybody reads what all the others have written until now."""
        apis = [one.api for one in self.residents]
        newest = max(api.position for api in apis)
        for api in apis:
            api.position = newest

    def readers(self, who: Readers, author: str) -> Audience | None:
        """None is the default of the account."""
        built_in = self.founder.built_in
        match who:
            case "office":
                return audience_of([built_in("owner"), built_in("admin")])
            case "house" if self.staff is not None:
                return audience_of([*(built_in(key) for key in ("owner", "admin", "member")), self.staff])
            case "private":
                return (self.cabinets[author].of.personal_role,)
            case _:
                return None


def _named(key: str) -> Somebody:
    return next(one for one in PEOPLE if one.key == key)
