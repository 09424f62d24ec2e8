"""Members: seats, owners, ceilings, and what each may read."""

from __future__ import annotations

from uuid import uuid5

import pytest

from domain.accounts.accounts import commands as c
from domain.accounts.accounts import events as e
from domain.errors import AlreadyExists, InvalidArgument, NotAllowed, NotFound, Refused
from domain.ids import InvitationId, personal_role
from tests.support.accounts import (
    ADMIN,
    ANALYST,
    AUDITOR,
    CLARA,
    FINANCE,
    HAWTHORNE,
    INES,
    JONAS,
    KARL,
    MEMBER,
    NAMES,
    OWNER,
    acting,
    an_account,
    invitation_of,
    promoted,
    with_member,
)
from tests.support.decisions import THE_CLOCK


def test_the_first_owner_reads_for_every_role_that_holds_keys() -> None:
    clara = an_account().state.members[CLARA]
    assert clara.role_id == OWNER
    assert clara.reads == (OWNER, ADMIN, MEMBER, personal_role(HAWTHORNE, CLARA))


def test_an_invited_person_joins_in_the_role_of_the_reserved_seat() -> None:
    invited = an_account().after(c.ReserveSeat(invitation_of(KARL), MEMBER))
    joins = c.AdmitMember(KARL, invitation_of(KARL), CLARA)
    personal = personal_role(HAWTHORNE, KARL)
    joined = (
        invited.by(acting(KARL))
        .when(joins)
        .then(e.MemberJoined(KARL, MEMBER, personal, (MEMBER, personal), invitation_of(KARL)))
    )
    assert joined.state.reserved == {}
    joined.when(joins).then()


def test_auditors_and_analysts_hold_no_keys() -> None:
    account = with_member(with_member(an_account(), INES, AUDITOR), JONAS, ANALYST)
    assert account.state.members[INES].reads == ()
    assert account.state.members[JONAS].reads == ()


def test_members_and_open_invitations_together_fill_the_seats() -> None:
    full = with_member(an_account(seats=3), KARL).after(c.ReserveSeat(invitation_of(JONAS), MEMBER))
    full.when(c.ReserveSeat(invitation_of(INES), MEMBER)).then_refused(Refused, "seat_limit")
    freed = full.after(c.ReleaseSeat(invitation_of(JONAS)))
    freed.when(c.ReserveSeat(invitation_of(INES), MEMBER)).then(e.SeatReserved(invitation_of(INES), MEMBER))


def test_two_hundred_invitations_are_open_at_most() -> None:
    seats = [InvitationId(uuid5(NAMES, f"seat {number}")) for number in range(201)]
    account = an_account(seats=1000).after(*(c.ReserveSeat(seat, MEMBER) for seat in seats[:200]))
    account.when(c.ReserveSeat(seats[200], MEMBER)).then_refused(Refused, "invitation_limit")


def test_a_seat_is_reserved_and_released_once() -> None:
    reserve, release = c.ReserveSeat(invitation_of(KARL), MEMBER), c.ReleaseSeat(invitation_of(KARL))
    reserved = an_account().after(reserve)
    reserved.when(reserve).then()
    other = c.ReserveSeat(invitation_of(KARL), ADMIN)
    reserved.when(other).then_refused(AlreadyExists, "already_exists")
    reserved.after(release).when(release).then()


def test_nobody_joins_whose_inviter_is_gone_or_whose_seat_was_released() -> None:
    account = promoted(with_member(an_account(), KARL), KARL, ADMIN)
    invited = account.by(acting(KARL)).after(c.ReserveSeat(invitation_of(JONAS), MEMBER))
    joins = c.AdmitMember(JONAS, invitation_of(JONAS), KARL)
    gone = invited.by(acting(CLARA)).after(c.RemoveMember(KARL, "removed"))
    gone.by(acting(JONAS)).when(joins).then_refused(Refused, "invite_expired")
    released = invited.after(c.ReleaseSeat(invitation_of(JONAS)))
    released.by(acting(JONAS)).when(joins).then_refused(Refused, "invite_expired")


@pytest.mark.parametrize("role", [OWNER, AUDITOR])
def test_an_admin_cannot_invite_to_a_role_above_the_own(role) -> None:
    account = promoted(with_member(an_account(), KARL), KARL, ADMIN)
    account.by(acting(KARL)).when(c.ReserveSeat(invitation_of(JONAS), role)).then_refused(
        Refused, "privilege_ceiling"
    )


def test_a_plain_member_invites_nobody() -> None:
    account = with_member(an_account(), KARL).by(acting(KARL))
    account.when(c.ReserveSeat(invitation_of(JONAS), MEMBER)).then_refused(NotAllowed, "not_allowed")


def test_a_stranger_may_do_nothing() -> None:
    account = an_account().by(acting(JONAS))
    account.when(c.ChangeMemberRole(CLARA, MEMBER)).then_refused(NotAllowed, "not_allowed")
    account.when(c.RemoveMember(CLARA, "removed")).then_refused(NotAllowed, "not_allowed")


def test_an_account_keeps_its_last_owner() -> None:
    account = with_member(an_account(), KARL)
    account.when(c.ChangeMemberRole(CLARA, MEMBER)).then_refused(Refused, "last_owner")
    account.when(c.RemoveMember(CLARA, "left")).then_refused(Refused, "last_owner")
    account.by(THE_CLOCK).when(c.RemoveMember(CLARA, "erased")).then_refused(Refused, "last_owner")
    with_second = promoted(account, KARL, OWNER)
    with_second.when(c.RemoveMember(CLARA, "left")).then(e.MemberRemoved(CLARA, "left"))


def test_only_an_owner_makes_or_removes_an_owner() -> None:
    account = promoted(with_member(an_account(), KARL), KARL, ADMIN)
    account = promoted(with_member(account, JONAS), JONAS, OWNER)
    karl = account.by(acting(KARL))
    karl.when(c.ChangeMemberRole(JONAS, MEMBER)).then_refused(Refused, "privilege_ceiling")
    karl.when(c.RemoveMember(JONAS, "removed")).then_refused(Refused, "privilege_ceiling")
    karl.when(c.ChangeMemberRole(KARL, OWNER)).then_refused(Refused, "privilege_ceiling")


def test_the_reading_follows_the_role_and_keeps_what_was_given_besides() -> None:
    account = with_member(an_account(), KARL)
    personal = personal_role(HAWTHORNE, KARL)
    finance = account.after(c.DefineRole(FINANCE, "Finance", {"document": ("read",)}))
    given = finance.when(c.ChangeMemberReading(KARL, (FINANCE,))).then(
        e.MemberReadingChanged(KARL, (FINANCE,), (), (MEMBER, personal, FINANCE))
    )
    given.when(c.ChangeMemberRole(KARL, ADMIN)).then(
        e.MemberRoleChanged(KARL, MEMBER, ADMIN, (ADMIN, MEMBER, personal, FINANCE))
    )
    given.when(c.ChangeMemberRole(KARL, AUDITOR)).then(e.MemberRoleChanged(KARL, MEMBER, AUDITOR, ()))


def test_an_owner_reads_for_the_roles_that_the_account_made() -> None:
    account = with_member(an_account(), KARL)
    finance = account.after(c.DefineRole(FINANCE, "Finance", {"document": ("read",)}))
    assert FINANCE in finance.state.members[CLARA].reads
    assert FINANCE not in finance.state.members[KARL].reads
    owner = promoted(finance, KARL, OWNER)
    assert FINANCE in owner.state.members[KARL].reads
    assert FINANCE not in promoted(owner, KARL, MEMBER).state.members[KARL].reads


def test_a_key_is_handed_on_by_somebody_who_holds_it() -> None:
    account = promoted(with_member(with_member(an_account(), KARL), JONAS), KARL, ADMIN)
    account = account.after(c.DefineRole(FINANCE, "Finance", {"document": ("read",)}))
    account.by(acting(KARL)).when(c.ChangeMemberReading(JONAS, (FINANCE,))).then_refused(
        Refused, "not_holder"
    )
    account.by(acting(KARL)).when(c.ChangeMemberReading(JONAS, (OWNER,))).then_refused(Refused, "not_holder")


def test_nobody_reads_for_the_personal_role_of_another_or_for_a_role_that_is_not() -> None:
    account = with_member(an_account(), KARL)
    for role in (personal_role(HAWTHORNE, CLARA), FINANCE):
        account.when(c.ChangeMemberReading(KARL, (role,))).then_refused(InvalidArgument, "role")


def test_a_role_without_keys_reads_nothing() -> None:
    account = with_member(an_account(), INES, AUDITOR)
    account.when(c.ChangeMemberReading(INES, (MEMBER,))).then_refused(Refused, "keyless_role")


def test_a_member_leaves_by_himself_and_is_removed_by_others() -> None:
    account = with_member(an_account(), KARL)
    account.by(acting(KARL)).when(c.RemoveMember(KARL, "left")).then(e.MemberRemoved(KARL, "left"))
    account.when(c.RemoveMember(KARL, "left")).then_refused(InvalidArgument, "reason")
    account.by(acting(KARL)).when(c.RemoveMember(KARL, "removed")).then_refused(InvalidArgument, "reason")
    account.when(c.RemoveMember(JONAS, "removed")).then_refused(NotFound, "member")
