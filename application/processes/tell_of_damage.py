"""When an object is found damaged, those who manage the account are told, until it is whole or not needed."""

from __future__ import annotations

from uuid import UUID, uuid5

from application.commands import Route
from application.unit_of_work import Work
from application.vault.key_statements import account_of
from application.work.ports import ObjectName
from domain.accounts.accounts import ACCOUNT, Account
from domain.accounts.accounts.authority import permissions_of
from domain.errors import NotAllowed
from domain.ids import FileId, UploadId, UserId
from domain.kernel import Value
from domain.oversight.damage import DAMAGE, EndDamage, ReportDamage
from domain.work.files import FILE


class TellOfDamage(Value, frozen=True):
    """An object of this file is damaged."""

    file_id: FileId
    damage_id: UUID


class TakeBackDamage(Value, frozen=True):
    """The object is whole again."""

    damage_id: UUID


def damage_id(upload_id: UploadId, name: ObjectName) -> UUID:
    """What the damage of an object is called, however often and in how many parts it is found."""
    return uuid5(upload_id, name)


async def tell(work: Work, command: TellOfDamage) -> None:
    """Once for each object, however often it is asked. Who is told is asked at that moment."""
    _only_by_system(work)
    account_id = account_of(work)
    file = await work.guard(FILE, command.file_id)
    damage = await work.load(DAMAGE, command.damage_id)
    held_by = () if file is None or file.purged else file.links
    if not held_by:
        # A file without a document is shown to nobody, and goes by itself.
        if damage is not None:
            await work.decide(DAMAGE, command.damage_id, EndDamage())
        return
    account = await work.load(ACCOUNT, account_id)
    told = () if account is None else who_manages(account)
    if not told:
        return
    known = damage is not None and damage.document_id in held_by
    document_id = damage.document_id if damage is not None and known else held_by[0]
    report = ReportDamage(file_id=command.file_id, document_id=document_id, user_ids=told)
    await work.decide(DAMAGE, command.damage_id, report)


async def take_back(work: Work, command: TakeBackDamage) -> None:
    _only_by_system(work)
    await work.decide(DAMAGE, command.damage_id, EndDamage())


def who_manages(account: Account) -> tuple[UserId, ...]:
    """The owners, and those who may change the account."""
    may = [user for user in account.members if "account.update" in permissions_of(account, user)]
    return tuple(sorted(may))


def _only_by_system(work: Work) -> None:
    if work.context.actor.type != "system":
        raise NotAllowed("Only the system does this.")


ROUTES = {
    TellOfDamage: Route(None, tell, (DAMAGE,)),
    TakeBackDamage: Route(None, take_back, (DAMAGE,)),
}
