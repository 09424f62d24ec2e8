"""Who a sealed record is for, and that a new content follows the one in force."""

from __future__ import annotations

from uuid import UUID

from domain.errors import InvalidArgument, Refused
from domain.ids import built_in_role, personal_role
from domain.kernel import Moment
from domain.records import check_audience, check_next, check_wraps
from domain.sealed import Sealed


def check_content(record_id: UUID, sealed: Sealed, current: Sealed | None, revision: int) -> None:
    """The content is this record's, and the next one after `revision`."""
    if sealed.id != record_id:
        raise InvalidArgument("The statement is about another item.", reason="statement_invalid")
    check_next(current, revision, sealed)
    check_wraps(sealed.wraps)


def check_readers(audience: tuple[UUID, ...], sealed: Sealed, moment: Moment) -> None:
    """Every wrap is for a role of the audience, and the owner's role is one of them."""
    check_audience(audience, sealed.wraps)
    check_owner(audience, moment)


def check_owner(audience: tuple[UUID, ...], moment: Moment) -> None:
    """Owners read everything, but for what its author keeps private: that is for nobody else."""
    actor = moment.actor
    if actor.account_id is None or actor.user_id is None:
        raise Refused("Choose an account first.", reason="no_account")
    own = personal_role(actor.account_id, actor.user_id)
    if audience == (own,):
        return
    if own in audience:
        raise InvalidArgument("A private item is for its author alone.", reason="audience")
    if built_in_role(actor.account_id, "owner") not in audience:
        raise InvalidArgument("The owner's role belongs to every audience.", reason="audience")
