"""Account heads: every signed note that was ever given out, so that a replay finds what a client may hold."""

from __future__ import annotations

from domain.kernel import Decider, Event, Moment


class AccountHeadSigned(Event, frozen=True, tag="account_head.signed"):
    note: str


def decide(event: AccountHeadSigned, _heads: None, _moment: Moment) -> list[AccountHeadSigned]:
    """Nothing is refused here: a head that was given out was given out."""
    return [event]


def evolve(_heads: None, _event: AccountHeadSigned) -> None:
    return None


ACCOUNT_HEAD: Decider[AccountHeadSigned, None, AccountHeadSigned] = Decider(
    "account_head", (AccountHeadSigned,), decide, evolve, versioned=False
)
