"""When a detector has found something: it becomes an activity, is answered at once, and people are told."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, NamedTuple, Protocol
from uuid import UUID, uuid4

import msgspec

from application.commands import Commands, Route
from application.identity.sessions import end_session
from application.jobs import Job
from application.messaging.outbox import Letter, Outbox
from application.ports import Context, PersonalData
from application.reactions import Message
from application.unit_of_work import Work
from domain.accounts.accounts import ACCOUNT
from domain.identity.sessions import SESSION
from domain.ids import AccountId, SessionId, UserId
from domain.kernel import Actor, PiiRef, Value
from domain.messaging.email import EMAIL, Template
from domain.oversight.suspicion.activities import ACTIVITY, ActivityDetected, Detect, place_of
from domain.oversight.suspicion.findings import Finding

TOPIC = "oversight.finding"
# Who reads it later than that reads it in the history; nobody is alarmed about last week.
NEWS_FOR = timedelta(hours=24)

LETTERS: Mapping[str, Template] = {
    "D02": "sign_in_guessed",
    "D05": "sign_in_doubtful",
    "D06": "sign_in_new_device",
    "D07": "sign_in_doubtful",
    "D08": "passkey_disabled",
    "D09": "session_ended",
    "D14": "sign_in_after_pause",
}


class NoteFinding(Value, frozen=True):
    """A detector found this."""

    finding: Finding


class Concerned(NamedTuple):
    """Where a user is notified about their sign-in, and the accounts they belong to."""

    email_ref: PiiRef
    locale: str
    account_ids: tuple[AccountId, ...]


class People(Protocol):
    async def concerned(self, user_id: UserId) -> Concerned | None: ...


class Operator(Protocol):
    def tell(self, finding: Finding) -> None:
        """Report it to the operator."""
        ...


@dataclass(frozen=True)
class Responding:
    people: People
    personal: PersonalData
    outbox: Outbox
    operator: Operator
    public_url: str

    async def note(self, work: Work, command: NoteFinding) -> None:
        finding = command.finding
        person = None if finding.user_id is None else await self.people.concerned(finding.user_id)
        accounts = () if person is None else person.account_ids
        found = await work.decide(ACTIVITY, place_of(finding.dedup_key), Detect(finding, accounts))
        if not found:
            return
        is_new = any(isinstance(fact, ActivityDetected) for fact in found)
        for response in finding.responses:
            match response.kind:
                case "endSession":
                    await self._end(work, SessionId(UUID(response.subject)))
                case "mail" if is_new and person is not None and finding.user_id is not None:
                    if _is_news(finding, work.context.now):
                        await self._mail(work, LETTERS[finding.detector], finding.user_id, person)
                case "tellOwners" if is_new:
                    await self._tell_owners(work, accounts)
                case "tellOperator":
                    self.operator.tell(finding)
                case _:
                    # The door reads the others from the activity itself.
                    pass

    async def _end(self, work: Work, session_id: SessionId) -> None:
        if await work.load(SESSION, session_id) is not None:
            await end_session(work, session_id, "revoked")

    async def _tell_owners(self, work: Work, account_ids: Sequence[AccountId]) -> None:
        told: set[UserId] = set()
        for account_id in account_ids:
            account = await work.load(ACCOUNT, account_id, account_id=account_id)
            told.update(() if account is None else account.owners)
        for user_id in sorted(told):
            owner = await self.people.concerned(user_id)
            if owner is not None:
                await self._mail(work, "impersonated", user_id, owner)

    async def _mail(self, work: Work, template: Template, user_id: UserId, person: Concerned) -> None:
        (address,) = await self.personal.open([person.email_ref])
        if address:
            letter = Letter(
                template=template,
                to=address,
                locale=person.locale,
                params={"link": f"{self.public_url}/security"},
                subject=user_id,
                class_="notice",
            )
            await self.outbox.put(work, letter)


def _is_news(finding: Finding, now: datetime) -> bool:
    return now - finding.at < NEWS_FOR


def message_of(finding: Finding) -> Message:
    """What detectors leave for the job; the same finding is the same message."""
    payload = {"finding": msgspec.to_builtins(finding)}
    return Message(TOPIC, payload, f"{TOPIC}:{finding.dedup_key}:{finding.cause}")


def note_job(commands: Commands, now: Callable[[], datetime]) -> Job:
    """Build the job of `TOPIC`. It may run any number of times."""

    async def note(payload: Mapping[str, Any]) -> None:
        finding = msgspec.convert(payload["finding"], Finding)
        request_id = uuid4()
        cause = finding.evidence[-1]
        context = Context(Actor(), now(), request_id, correlation_id=request_id, causation_id=cause)
        await commands.run(NoteFinding(finding), context)

    return note


def routes(responding: Responding) -> dict[type, Route]:
    return {NoteFinding: Route(None, responding.note, (ACTIVITY, SESSION, ACCOUNT, EMAIL))}
