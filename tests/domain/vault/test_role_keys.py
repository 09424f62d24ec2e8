"""A role's keyring: generations grow by one, each device has one wrap, links are added and never taken."""

from __future__ import annotations

from uuid import UUID, uuid4

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from domain.errors import AlreadyExists, InvalidArgument, NotFound, Refused, Stale
from domain.ids import RoleId
from domain.sealed import DeviceWrap
from domain.vault.role_keys import (
    MOST_LINKS,
    ROLE_KEYRING,
    AddRoleLink,
    CreateRoleKey,
    Generation,
    GrantRoleKey,
    RoleKeyCreated,
    RoleKeyGranted,
    RoleKeyRolled,
    RoleKeyWithdrawn,
    RoleLinkAdded,
    RollRoleKey,
    WithdrawRoleKey,
)
from tests.support.decisions import Story

ROLE = RoleId(uuid4())
PHONE, LAPTOP = uuid4(), uuid4()
LINK = "L" * 232
keyring = Story(ROLE_KEYRING)


def made(generation: int) -> Generation:
    return Generation(ROLE, generation, str(generation % 10) * 87, "S" * 87, "C" * 43)


def wrap(device: UUID, generation: int = 1, data: str = "W") -> DeviceWrap:
    return DeviceWrap(
        ROLE, uuid4(), device, generation, str(generation % 10) * 87, "D" * 87,
        "I" * 16, "T" * 22, data * 282, "AAAA", "G" * 86,
    )  # fmt: skip


def created(*wraps: DeviceWrap) -> Story:
    return keyring.after(CreateRoleKey(made(1), wraps or (wrap(PHONE),)))


def test_a_key_begins_at_generation_one() -> None:
    assert isinstance(created().past[0], RoleKeyCreated)
    keyring.when(CreateRoleKey(made(2), ())).then_refused(Stale, "stale_generation")
    created().when(CreateRoleKey(made(1), ())).then_refused(Stale, "stale_generation")


def test_a_wrap_is_of_the_key_that_it_comes_with() -> None:
    """Else a device's place would be claimed under one name and given back under another."""
    another = RoleId(uuid4())
    for wrong in (replace(wrap(PHONE), role_id=another), wrap(PHONE, 2)):
        keyring.when(CreateRoleKey(made(1), (wrong,))).then_refused(InvalidArgument, "form")
    roll = RollRoleKey(made(2), (replace(wrap(PHONE, 2), role_id=another),), LINK, "P" * 86)
    created().when(roll).then_refused(InvalidArgument, "form")
    granted = GrantRoleKey(replace(wrap(LAPTOP), role_id=another))
    created().when(granted).then_refused(Refused, "stale_generation")


def test_a_roll_follows_the_generation_in_force() -> None:
    roll = RollRoleKey(made(2), (wrap(PHONE, 2),), LINK, "P" * 86)
    keyring.when(roll).then_refused(NotFound, "keys_missing")
    rolled = created().after(roll)
    assert isinstance(rolled.past[-1], RoleKeyRolled)
    rolled.when(roll).then_refused(Stale, "stale_generation")


def test_a_device_is_served_once_per_generation() -> None:
    given_ = wrap(LAPTOP)
    served = created().after(GrantRoleKey(given_))
    assert served.past[-1] == RoleKeyGranted(given_)
    served.when(GrantRoleKey(given_)).then()
    served.when(GrantRoleKey(wrap(LAPTOP, data="X"))).then_refused(AlreadyExists, "wrap_exists")
    served.when(GrantRoleKey(wrap(uuid4(), 2))).then_refused(Refused, "stale_generation")
    other_key = replace(wrap(uuid4()), role_public_key_b64u="9" * 87)
    served.when(GrantRoleKey(other_key)).then_refused(Refused, "stale_generation")


def test_a_withdrawn_wrap_makes_room_for_another() -> None:
    withdrawn = created().after(WithdrawRoleKey(PHONE, "D" * 87))
    fact = withdrawn.past[-1]
    assert isinstance(fact, RoleKeyWithdrawn)
    assert set(fact.releases()) == set(RoleKeyGranted(wrap(PHONE)).claims())
    withdrawn.when(WithdrawRoleKey(PHONE, "D" * 87)).then()
    assert len(withdrawn.when(GrantRoleKey(wrap(PHONE, data="X"))).carried_out()) == 1


def test_links_are_added_up_to_a_limit() -> None:
    rolled = created().after(RollRoleKey(made(2), (wrap(PHONE, 2),), LINK, "P" * 86))
    rolled.when(AddRoleLink(2, LINK)).then()
    rolled.when(AddRoleLink(3, LINK)).then_refused(NotFound, "not_found")
    rolled.when(AddRoleLink(1, LINK)).then_refused(NotFound, "not_found")
    story = rolled
    for number in range(MOST_LINKS - 1):
        story = story.after(AddRoleLink(2, f"{number:02d}" + "M" * 230))
        assert isinstance(story.past[-1], RoleLinkAdded)
    story.when(AddRoleLink(2, "Z" * 232)).then_refused(Refused, "too_many_links")


@given(st.lists(st.sampled_from(["create", "roll", "grant", "withdraw"]), max_size=30), st.data())
def test_generations_grow_by_one_and_claims_are_those_of_the_wraps(
    steps: list[str], data: st.DataObject
) -> None:
    story, devices = keyring, [uuid4() for _ in range(3)]
    claims: set[object] = set()
    for step in steps:
        generation = story.state.generation if story.state else 0
        device = data.draw(st.sampled_from(devices))
        wraps = tuple(wrap(one, generation + 1) for one in devices)
        command = {
            "create": CreateRoleKey(made(generation + 1), wraps),
            "roll": RollRoleKey(made(generation + 1), wraps, LINK, "P" * 86),
            "grant": GrantRoleKey(wrap(device, max(1, generation))),
            "withdraw": WithdrawRoleKey(device, "D" * 87),
        }[step]
        answer = story.when(command)
        for fact in answer.facts:
            assert not set(fact.claims()) & claims, "one wrap per role, generation and device"
            claims = (claims | set(fact.claims())) - set(fact.releases())
            story = story.given(fact)
        if story.state:
            assert story.state.generation in (generation, generation + 1)
            current = {str(one) for one in story.state.wraps}
            held = {
                c.value.split(":")[2] for c in claims if c.value.split(":")[1] == str(story.state.generation)
            }  # type: ignore[attr-defined]
            assert held == current
