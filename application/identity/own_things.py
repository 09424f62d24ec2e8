"""Changes to the caller's own user: name and passkeys."""

from __future__ import annotations

from application.commands import Route
from application.identity.passkeys import CREDENTIALS
from application.identity.ports import People
from application.ports import PersonalData, RowChange
from application.unit_of_work import Work
from domain.identity.users import USER, RemovePasskey, RenamePasskey, RenameUser
from domain.ids import PasskeyId, UserId
from domain.kernel import Value


class TakeName(Value, frozen=True, kw_only=True):
    """The person is called something else from now on."""

    user_id: UserId
    name: str


class NamePasskey(Value, frozen=True, kw_only=True):
    """A passkey of the person is called something else from now on."""

    user_id: UserId
    passkey_id: PasskeyId
    name: str


class DropPasskey(Value, frozen=True, kw_only=True):
    """Remove one of the user's passkeys."""

    user_id: UserId
    passkey_id: PasskeyId


def routes(personal: PersonalData, people: People) -> dict[type, Route]:
    async def take_name(work: Work, command: TakeName) -> None:
        refs = await personal.seal(command.user_id, {"name": command.name})
        await work.decide(USER, command.user_id, RenameUser(refs["name"]))

    async def name_passkey(work: Work, command: NamePasskey) -> None:
        refs = await personal.seal(command.user_id, {"name": command.name})
        await work.decide(USER, command.user_id, RenamePasskey(command.passkey_id, refs["name"]))

    async def drop_passkey(work: Work, command: DropPasskey) -> None:
        codes_suffice = await people.codes_suffice(command.user_id)
        await work.decide(USER, command.user_id, RemovePasskey(command.passkey_id, codes_suffice))
        work.write(RowChange("delete", CREDENTIALS, {"passkey_id": command.passkey_id}))

    return {
        TakeName: Route(None, take_name, (USER,)),
        NamePasskey: Route(None, name_passkey, (USER,)),
        DropPasskey: Route(None, drop_passkey, (USER,)),
    }
