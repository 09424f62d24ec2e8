"""A person refuses a further device of theirs that waits: no key record has it, so nobody signs anything."""

from __future__ import annotations

from application.commands import Route
from application.processes.unlock_device import Success
from application.unit_of_work import Work
from application.vault.key_statements import account_of
from domain.errors import NotFound, NotSignedIn
from domain.ids import DeviceId
from domain.kernel import Value
from domain.vault.devices import DEVICE, RevokeDevice


class RefuseDevice(Value, frozen=True):
    device_id: DeviceId


async def refuse(work: Work, command: RefuseDevice) -> Success:
    """Only a device that waits for another of its person; one in the key record ends by a statement."""
    user_id = work.context.actor.user_id
    if user_id is None:
        raise NotSignedIn()
    account_of(work)
    device = await work.load(DEVICE, command.device_id)
    if device is None or device.state != "pending" or device.facts.user_id != user_id:
        raise NotFound("No device of yours waits under this ID.")
    await work.decide(DEVICE, command.device_id, RevokeDevice("refused"))
    return Success(True)


def routes() -> dict[type, Route]:
    return {RefuseDevice: Route(None, refuse, (DEVICE,))}
