"""The erasure of an account: its steps in their order, what each came to, and what proves them.

The steps themselves are carried out where keys, objects and rows are. Each is the same however often it is
begun again, and so is what it says of itself: an erasure that was interrupted proves what an undisturbed one
proves.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from hashlib import sha256
from typing import Any, Literal, assert_never, get_args

import msgspec
from msgspec.structs import replace

from domain.errors import NotAllowed, NotFound, Refused
from domain.ids import AccountId
from domain.kernel import Decider, Event, Moment, Value, wire_time

Step = Literal["recordKeys", "blobs", "rows", "persons"]
# In this order: whatever is still there when a step begins has nothing left that would open it.
STEPS: tuple[Step, ...] = get_args(Step)
FORMAT = "coffer.erasure.v1"


class StartErasure(Value, frozen=True):
    """The days in which the account could be reopened are over."""

    account_id: AccountId
    due_at: datetime


class FinishStep(Value, frozen=True):
    """A step has come to its end: of so many things nothing is left. `sha256` is over their names."""

    step: Step
    count: int
    sha256: str


class ProveErasure(Value, frozen=True):
    """Every step is done."""


class ErasureStarted(Event, frozen=True, tag="erasure.started"):
    """No one can act in the account from here on, and nothing of it is shown."""

    account_id: AccountId
    due_at: datetime


class ErasureStepDone(Event, frozen=True, tag="erasure.step_done"):
    """A step of the erasure of an account is done."""

    step: Step
    count: int
    sha256: str


class ErasureProved(Event, frozen=True, tag="erasure.proved"):
    """The certificate is complete; this is its hash."""

    proof_hash: str


ErasureCommand = StartErasure | FinishStep | ProveErasure
ErasureEvent = ErasureStarted | ErasureStepDone | ErasureProved


class Done(Value, frozen=True):
    step: Step
    count: int
    sha256: str


class Erasure(Value, frozen=True, kw_only=True):
    account_id: AccountId
    due_at: datetime
    done: tuple[Done, ...] = ()
    proof_hash: str | None = None

    @property
    def next_step(self) -> Step | None:
        return STEPS[len(self.done)] if len(self.done) < len(STEPS) else None

    @property
    def certificate(self) -> Mapping[str, Any]:
        """What an erasure came to, and nothing that names anybody."""
        return {
            "certificate": FORMAT,
            "account": str(self.account_id),
            "due": wire_time(self.due_at),
            "steps": [{"step": it.step, "count": it.count, "sha256": it.sha256} for it in self.done],
        }


def proof_of(certificate: Mapping[str, Any]) -> str:
    """SHA-256 over the certificate as JSON with sorted members and no blanks, in hexadecimal digits."""
    text = msgspec.json.encode(certificate, order="sorted")
    return sha256(text).hexdigest()


def decide(command: ErasureCommand, erasure: Erasure | None, moment: Moment) -> list[ErasureEvent]:
    if moment.actor.type != "system":
        raise NotAllowed("Only the system erases an account.", reason="not_allowed")
    if isinstance(command, StartErasure):
        if erasure is not None:
            return []
        if moment.now < command.due_at:
            raise Refused("This account is not due to be erased.", reason="not_due")
        return [ErasureStarted(command.account_id, command.due_at)]
    if erasure is None:
        raise NotFound("There is no such erasure.")
    match command:
        case FinishStep():
            return _finished(command, erasure)
        case ProveErasure():
            if erasure.proof_hash is not None:
                return []
            if erasure.next_step is not None:
                raise Refused("A step of this erasure is not done.", reason="step_order")
            return [ErasureProved(proof_of(erasure.certificate))]
        case _:
            assert_never(command)


def _finished(command: FinishStep, erasure: Erasure) -> list[ErasureEvent]:
    said = Done(command.step, command.count, command.sha256)
    if command.step == erasure.next_step:
        return [ErasureStepDone(said.step, said.count, said.sha256)]
    if said in erasure.done:
        return []
    if any(done.step == said.step for done in erasure.done):
        raise Refused("This step came to something else before.", reason="step_differs")
    raise Refused("Another step of this erasure comes first.", reason="step_order")


def evolve(erasure: Erasure | None, event: ErasureEvent) -> Erasure | None:
    match event:
        case ErasureStarted(account_id=account_id, due_at=due_at):
            return Erasure(account_id=account_id, due_at=due_at)
        case ErasureStepDone():
            done = Done(event.step, event.count, event.sha256)
            return None if erasure is None else replace(erasure, done=(*erasure.done, done))
        case ErasureProved(proof_hash=proof_hash):
            return None if erasure is None else replace(erasure, proof_hash=proof_hash)
        case _:
            assert_never(event)


# One stream for each account, named by it.
ERASURE: Decider[ErasureCommand, Erasure, ErasureEvent] = Decider(
    "erasure", get_args(ErasureEvent), decide, evolve
)
