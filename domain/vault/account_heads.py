"""Account heads: every signed note that was ever given out, so that a replay finds what a client may hold."""

from __future__ import annotations

from domain.kernel import Decider, Event, Moment, Value


class SignAccountHead(Value, frozen=True):
    """Give out the head of the account tree as it is now."""


class AccountHeadSigned(Event, frozen=True, tag="account_head.signed"):
    note: str


class _Nothing(Value, frozen=True):
    """Nobody decides about a head."""


def decide(_command: SignAccountHead, _state: _Nothing | None, _moment: Moment) -> list[AccountHeadSigned]:
    raise TypeError("Heads are recorded, not decided.")


def evolve(state: _Nothing | None, _event: AccountHeadSigned) -> _Nothing | None:
    return state


ACCOUNT_HEAD: Decider[SignAccountHead, _Nothing, AccountHeadSigned] = Decider(
    "account_head", (AccountHeadSigned,), decide, evolve, versioned=False
)
