"""The first proof of a mailbox makes its person, with the name and password this browser signed up with."""

from __future__ import annotations

from dataclasses import dataclass

from application.identity.ports import PendingRegistrations, Tokens
from application.identity.sessions import Browser
from application.ports import BlindIndex, PersonalData, RowChange
from application.unit_of_work import Work
from domain.identity.users import USER, Proof, RegisterUser
from domain.ids import UserId

PASSWORDS = "identity.password"
PENDING = "identity.pending_registration"


@dataclass(frozen=True)
class Registering:
    """How people come to be registered."""

    pending: PendingRegistrations
    personal: PersonalData
    tokens: Tokens
    blind: BlindIndex

    def settle(self, work: Work, address: str) -> str:
        """Close pending sign-ups of a verified address. Returns its blind index."""
        index = self.blind.email(address)
        work.write(RowChange("delete", PENDING, {"address": index}))
        return index

    async def register(
        self, work: Work, address: str, browser: Browser, *, name: str, method: Proof
    ) -> UserId:
        """Name and password are taken from the sign-up in this browser only. Without any
        the person is called `name`."""
        index = self.blind.email(address)
        kept = None
        if browser.pending is not None:
            browser_hash = self.blind.token("pending", browser.pending)
            kept = await self.pending.of_browser(index, browser_hash, work.context.now)
        user_id = UserId(self.tokens.new_id())
        refs = await self.personal.seal(user_id, {"email": address, "name": kept.name if kept else name})
        await work.decide(
            USER,
            user_id,
            RegisterUser(
                user_id=user_id,
                email_ref=refs["email"],
                email_index=index,
                name_ref=refs["name"],
                method="password" if kept else method,
                password=kept is not None,
            ),
        )
        if kept is not None:
            work.write(RowChange("put", PASSWORDS, {"user_id": user_id}, {"hash": kept.password_hash}))
        return user_id

    async def make_known(self, work: Work, address: str, name: str, password_hash: str | None) -> UserId:
        """Create a user on behalf of an administrator.

        The password works once the email address is verified.
        """
        user_id = UserId(self.tokens.new_id())
        refs = await self.personal.seal(user_id, {"email": address, "name": name})
        known = password_hash is not None
        await work.decide(
            USER,
            user_id,
            RegisterUser(
                user_id=user_id,
                email_ref=refs["email"],
                email_index=self.blind.email(address),
                name_ref=refs["name"],
                method="password" if known else "otp",
                password=known,
                proven=False,
            ),
        )
        if known:
            work.write(RowChange("put", PASSWORDS, {"user_id": user_id}, {"hash": password_hash}))
        return user_id
