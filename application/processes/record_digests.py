"""Recording what an account has in its read models, as an event of the account."""

from __future__ import annotations

from application.commands import Route
from application.unit_of_work import Work
from domain.accounts.accounts import ACCOUNT
from domain.errors import NotAllowed
from domain.ids import AccountId
from domain.kernel import Value
from domain.oversight.read_models import READ_MODELS, ReadModelsDigested


class RecordDigests(Value, frozen=True):
    """Answers whether they are recorded: what an account has that was closed is on its way out."""

    account_id: AccountId
    digested: ReadModelsDigested


async def record(work: Work, command: RecordDigests) -> bool:
    if work.context.actor.type != "system":
        raise NotAllowed("Only the system does this.")
    account_id = command.account_id
    account = await work.guard(ACCOUNT, account_id, account_id=account_id)
    if account is None or account.state in ("closing", "erased"):
        return False
    await work.record(READ_MODELS, account_id, command.digested, account_id=account_id)
    return True


ROUTES = {RecordDigests: Route(None, record, (READ_MODELS,))}
