"""Notifies those who can approve a member's first device; by mail if it is not approved in time."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID, uuid4, uuid5

from application.commands import Commands, Route
from application.jobs import Job, Later
from application.messaging.notices import Notices
from application.ports import Context
from application.reactions import Message, Reaction
from application.unit_of_work import Work
from application.vault.key_statements import account_of
from domain.accounts.accounts import ACCOUNT, Account
from domain.ids import GLOBAL, AccountId, DeviceId, UserId
from domain.kernel import Actor, Recorded, Value
from domain.messaging.email import EMAIL
from domain.oversight.notices import NOTICE, GiveNotice, MailNotice
from domain.records import bytes_of
from domain.vault.devices import DEVICE, Device, DeviceAttached
from domain.vault.key_log import KEY_LOG, KeyLog
from domain.vault.key_log.state import MANAGE_MEMBERS

TOPIC = "notices.waiting_device"
# Somebody whose browser is open has let the device in by then.
PATIENCE = timedelta(minutes=2)


class TellOfDevice(Value, frozen=True):
    """Tell of a device that is there since `since`, if it still waits."""

    notice_id: UUID
    device_id: DeviceId
    since: datetime


@dataclass(frozen=True)
class Telling:
    notices: Notices

    async def tell(self, work: Work, command: TellOfDevice) -> datetime | None:
        """When to look again; None when there is nothing more to tell."""
        account_id = account_of(work)
        # The append depends on the log: no vouch comes between the look and the telling.
        log = await work.guard(KEY_LOG, account_id)
        account = await work.load(ACCOUNT, account_id)
        device = await work.load(DEVICE, command.device_id)
        if log is None or account is None or device is None or not _waits(log, command.device_id):
            return None
        told = await work.load(NOTICE, command.notice_id)
        user_ids = told.user_ids if told else who_can_let_in(account, log, device)
        if not user_ids:
            return None
        give = GiveNotice(
            device_id=command.device_id, person_id=device.facts.user_id, user_ids=tuple(user_ids)
        )
        await work.decide(NOTICE, command.notice_id, give)
        due = command.since + PATIENCE
        if work.context.now < due:
            return due
        if await work.decide(NOTICE, command.notice_id, MailNotice()):
            for user_id in user_ids:
                await self.notices.send(work, account_id, user_id, "device_waits", "/keys")
        return None


def _waits(log: KeyLog, device_id: UUID) -> bool:
    device = log.devices.get(device_id)
    return device is not None and device.state == "waiting"


def who_can_let_in(account: Account, log: KeyLog, device: Device) -> tuple[UserId, ...]:
    """Members who may vouch: those who can also give the role's key, if there are any.

    With a link it needs the custodian's key as well, to compare what the link says.
    """
    member = account.members.get(device.facts.user_id)
    if member is None:
        return ()
    managers = [
        user_id
        for user_id in account.members
        if log.may(user_id, MANAGE_MEMBERS) and log.active_devices(user_id)
    ]
    role, custodian = member.role_id, _custodian_of(log, device)
    for needed in ({role, custodian}, {role}):
        able = [user for user in managers if all(log.holds(user, key) for key in needed if key is not None)]
        if able:
            return tuple(sorted(able))
    return tuple(sorted(managers))


def _custodian_of(log: KeyLog, device: Device) -> UUID | None:
    pairing = device.facts.pairing_id_b64u
    invite = None if pairing is None else log.invites.get(UUID(bytes=bytes_of(pairing)))
    return None if invite is None else invite.custodian_role_id


def react(recorded: Recorded) -> Iterable[Message]:
    event = recorded.event
    if isinstance(event, DeviceAttached) and event.how == "first":
        payload = {
            "accountId": str(recorded.account_id),
            "deviceId": str(event.device_id),
            "since": recorded.occurred_at.isoformat(),
            "cause": str(recorded.event_id),
            "correlation": str(recorded.correlation_id),
        }
        yield Message(TOPIC, payload, f"{TOPIC}:{recorded.event_id}")


WAITING_DEVICES = Reaction("waiting_devices", (DeviceAttached,), react)


def tell_job(commands: Commands, now: Callable[[], datetime]) -> Job:
    """Build the job of `TOPIC`. It may run any number of times."""

    async def tell(payload: Mapping[str, Any]) -> Later | None:
        cause = UUID(payload["cause"])
        context = Context(
            actor=Actor("system", account_id=AccountId(UUID(payload["accountId"]))),
            now=now(),
            request_id=uuid4(),
            correlation_id=UUID(payload["correlation"]),
            causation_id=cause,
        )
        notice_id = uuid5(GLOBAL, f"notice:{cause}")
        device_id, since = DeviceId(UUID(payload["deviceId"])), datetime.fromisoformat(payload["since"])
        again = (await commands.run(TellOfDevice(notice_id, device_id, since), context)).answer
        return None if again is None else Later(again)

    return tell


def routes(telling: Telling) -> dict[type, Route]:
    return {TellOfDevice: Route(None, telling.tell, (KEY_LOG, ACCOUNT, DEVICE, NOTICE, EMAIL))}
