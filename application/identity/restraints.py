"""Temporary restrictions of sign-in after suspicious activity."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, Protocol

from application.identity.ports import Limits, Rule
from application.identity.refusals import NotLetIn
from application.ports import Context
from domain.errors import LimitReached
from domain.ids import PasskeyId

Restraint = Literal["codesOff", "delay", "throttle", "passkeyOff"]

# Between two attempts at one address: twice as long each time that it went on.
LONGEST_DELAY = 60
# For all attempts from one network together, in browsers that their addresses do not know.
THROTTLED = (Rule(5, 60),)


class Restraints(Protocol):
    async def held(self, asked: Mapping[Restraint, str], now: datetime) -> Mapping[Restraint, int]:
        """Those in force among the ones that are asked about, each with how often it was imposed."""
        ...

    async def off(self, passkey_ids: Sequence[PasskeyId], now: datetime) -> frozenset[PasskeyId]:
        """Those of the passkeys that are turned off."""
        ...


@dataclass(frozen=True)
class Restraining:
    """Asks before a proof is looked at.

    A browser that has signed in to the address before is never delayed, so strangers cannot lock a user out.
    """

    restraints: Restraints
    limits: Limits
    network_of: Callable[[str | None], str | None]

    async def before_code(self, email_hash: str, context: Context) -> None:
        held = await self._held("codesOff", email_hash, context)
        if "codesOff" in held:
            raise NotLetIn("too_many_attempts")
        await self._throttled(held, context)

    async def before_password(self, email_hash: str, context: Context) -> None:
        held = await self._held("delay", email_hash, context)
        if times := held.get("delay"):
            rule = Rule(1, min(2**times, LONGEST_DELAY))
            await self._take(f"delay:{email_hash}", (rule,), context)
        await self._throttled(held, context)

    async def is_off(self, passkey_id: PasskeyId, context: Context) -> bool:
        """Whether this passkey is turned off because it may have been copied."""
        return passkey_id in await self.off_among([passkey_id], context)

    async def off_among(self, passkey_ids: Sequence[PasskeyId], context: Context) -> frozenset[PasskeyId]:
        return await self.restraints.off(passkey_ids, context.now)

    async def _held(self, kind: Restraint, subject: str, context: Context) -> Mapping[Restraint, int]:
        """What holds for this address, and for the network the request comes from."""
        asked: dict[Restraint, str] = {kind: subject}
        network = self.network_of(context.ip)
        if network is not None:
            asked["throttle"] = network
        return await self.restraints.held(asked, context.now)

    async def _throttled(self, held: Mapping[Restraint, int], context: Context) -> None:
        if "throttle" in held:
            await self._take(f"throttle:{self.network_of(context.ip)}", THROTTLED, context)

    async def _take(self, subject: str, rules: tuple[Rule, ...], context: Context) -> None:
        verdict = await self.limits.take(subject, rules, context.now)
        if verdict.wait:
            raise LimitReached(
                "Too many requests. Please try again later.",
                reason="held_back",
                retry_after=verdict.wait,
            )
