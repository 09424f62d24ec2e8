"""Role keyrings: the wraps of a role's secret, generation after generation, and the links between them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any, assert_never
from uuid import UUID

from msgspec import Meta, field
from msgspec.structs import asdict, replace

from domain.errors import AlreadyExists, InvalidArgument, NotFound, Refused, Stale
from domain.ids import RoleId
from domain.kernel import Claim, Decider, Event, Moment, Value
from domain.sealed import DeviceWrap, Hash, Point, Signature

# salt ‖ iv ‖ data of a history link: 16 + 12 + 146 bytes.
Link = Annotated[str, Meta(pattern=r"\A[A-Za-z0-9_-]{232}\Z")]
MOST_LINKS = 16


class Generation(Value, frozen=True):
    """What the key statement says of a generation."""

    role_id: RoleId
    generation: int
    role_public_key_b64u: Point
    sign_public_key_b64u: Point
    seed_commitment_b64u: Hash


class CreateRoleKey(Value, frozen=True):
    """The first generation, or a restart that leads on from none."""

    made: Generation
    wraps: tuple[DeviceWrap, ...]


class RollRoleKey(Value, frozen=True):
    """The next generation, with the link that keeps old items readable."""

    made: Generation
    wraps: tuple[DeviceWrap, ...]
    previous_sealed_b64u: Link
    roll_proof_b64u: Signature


class GrantRoleKey(Value, frozen=True):
    wrap: DeviceWrap


class AddRoleLink(Value, frozen=True):
    """A better link to an earlier generation, from a holder who found one that does not open."""

    generation: int
    previous_sealed_b64u: Link


class WithdrawRoleKey(Value, frozen=True):
    """A device lost the role: its wraps are no longer served."""

    device_id: UUID
    device_public_key_b64u: Point


class _GenerationMade(Event, frozen=True, kw_only=True):
    role_id: RoleId
    generation: int
    role_public_key_b64u: str
    sign_public_key_b64u: str
    seed_commitment_b64u: str
    wraps: tuple[DeviceWrap, ...]

    def claims(self) -> Iterable[Claim]:
        return tuple(_claim(wrap) for wrap in self.wraps)


class RoleKeyCreated(_GenerationMade, frozen=True, kw_only=True, tag="role_key.created"):
    pass


class RoleKeyRolled(_GenerationMade, frozen=True, kw_only=True, tag="role_key.rolled"):
    previous_sealed_b64u: str
    roll_proof_b64u: str


class RoleKeyGranted(Event, frozen=True, tag="role_key.granted"):
    wrap: DeviceWrap

    def claims(self) -> Iterable[Claim]:
        return (_claim(self.wrap),)


class RoleLinkAdded(Event, frozen=True, tag="role_key.link_added"):
    generation: int
    previous_sealed_b64u: str


class RoleKeyWithdrawn(Event, frozen=True, tag="role_key.withdrawn"):
    device_public_key_b64u: str
    device_id: UUID
    generation: int
    role_id: RoleId

    def releases(self) -> Iterable[Claim]:
        """A person who comes back is served again."""
        return (_claim_of(self.role_id, self.generation, self.device_id),)


RoleKeyCommand = CreateRoleKey | RollRoleKey | GrantRoleKey | AddRoleLink | WithdrawRoleKey
RoleKeyEvent = RoleKeyCreated | RoleKeyRolled | RoleKeyGranted | RoleLinkAdded | RoleKeyWithdrawn


class RoleKeyring(Value, frozen=True):
    """The newest generation, who has a wrap of it, and how many links each generation has."""

    role_id: RoleId
    generation: int
    public_key_b64u: str
    wraps: dict[UUID, str] = field(default_factory=dict[UUID, str])
    """Device to the data of its wrap."""
    links: dict[int, tuple[str, ...]] = field(default_factory=dict[int, tuple[str, ...]])


def decide(command: RoleKeyCommand, keyring: RoleKeyring | None, _moment: Moment) -> list[RoleKeyEvent]:
    match command:
        case CreateRoleKey(made=made, wraps=wraps):
            _check_next(keyring, made, wraps)
            return [RoleKeyCreated(**_members(made), wraps=wraps)]
        case RollRoleKey(made=made, wraps=wraps):
            if keyring is None:
                raise NotFound("This role has no key yet.", reason="keys_missing")
            _check_next(keyring, made, wraps)
            return [
                RoleKeyRolled(
                    **_members(made),
                    wraps=wraps,
                    previous_sealed_b64u=command.previous_sealed_b64u,
                    roll_proof_b64u=command.roll_proof_b64u,
                )
            ]
        case _:
            pass
    if keyring is None:
        raise NotFound("This role has no key yet.", reason="keys_missing")
    match command:
        case GrantRoleKey(wrap=wrap):
            return _grant(keyring, wrap)
        case AddRoleLink(generation=generation, previous_sealed_b64u=link):
            known = keyring.links.get(generation, ())
            if not 2 <= generation <= keyring.generation:
                raise NotFound("There is no such generation.")
            if link in known:
                return []
            if len(known) >= MOST_LINKS:
                raise Refused("This generation has links enough.", reason="too_many_links")
            return [RoleLinkAdded(generation, link)]
        case WithdrawRoleKey(device_id=device_id, device_public_key_b64u=key):
            if device_id not in keyring.wraps:
                return []
            return [RoleKeyWithdrawn(key, device_id, keyring.generation, keyring.role_id)]
        case _:
            assert_never(command)


def _check_next(keyring: RoleKeyring | None, made: Generation, wraps: tuple[DeviceWrap, ...]) -> None:
    if made.generation != (keyring.generation if keyring else 0) + 1:
        raise Stale("This role's key was renewed in the meantime.", reason="stale_generation")
    # A device's place is claimed by what its wrap says, and given back by what the keyring says.
    of = (made.role_id, made.generation, made.role_public_key_b64u)
    if any((wrap.role_id, wrap.generation, wrap.role_public_key_b64u) != of for wrap in wraps):
        raise InvalidArgument("A wrap is of another key.", reason="form")


def _grant(keyring: RoleKeyring, wrap: DeviceWrap) -> list[RoleKeyEvent]:
    of = (keyring.role_id, keyring.generation, keyring.public_key_b64u)
    if (wrap.role_id, wrap.generation, wrap.role_public_key_b64u) != of:
        raise Refused("This role's key was renewed in the meantime.", reason="stale_generation")
    known = keyring.wraps.get(wrap.device_id)
    if known == wrap.data_b64u:
        return []
    if known is not None:
        raise AlreadyExists("This device has its wrap already.", reason="wrap_exists")
    return [RoleKeyGranted(wrap)]


def _members(made: Generation) -> dict[str, Any]:
    return asdict(made)


def _claim(wrap: DeviceWrap) -> Claim:
    return _claim_of(wrap.role_id, wrap.generation, wrap.device_id)


def _claim_of(role_id: UUID, generation: int, device_id: UUID) -> Claim:
    return Claim("account", "wrap", f"{role_id}:{generation}:{device_id}")


def evolve(keyring: RoleKeyring | None, event: RoleKeyEvent) -> RoleKeyring | None:
    match event:
        case RoleKeyCreated() | RoleKeyRolled():
            links = dict(keyring.links) if keyring else {}
            if isinstance(event, RoleKeyRolled):
                links[event.generation] = (event.previous_sealed_b64u,)
            return RoleKeyring(
                event.role_id,
                event.generation,
                event.role_public_key_b64u,
                {wrap.device_id: wrap.data_b64u for wrap in event.wraps},
                links,
            )
        case _:
            pass
    if keyring is None:
        return None
    match event:
        case RoleKeyGranted(wrap=wrap):
            return replace(keyring, wraps={**keyring.wraps, wrap.device_id: wrap.data_b64u})
        case RoleLinkAdded(generation=generation, previous_sealed_b64u=link):
            known = (*keyring.links.get(generation, ()), link)
            return replace(keyring, links={**keyring.links, generation: known})
        case RoleKeyWithdrawn(device_id=device_id):
            wraps = {device: data for device, data in keyring.wraps.items() if device != device_id}
            return replace(keyring, wraps=wraps)
        case _:
            assert_never(event)


ROLE_KEYRING: Decider[RoleKeyCommand, RoleKeyring, RoleKeyEvent] = Decider(
    "role_keyring",
    (RoleKeyCreated, RoleKeyRolled, RoleKeyGranted, RoleLinkAdded, RoleKeyWithdrawn),
    decide,
    evolve,
    state=RoleKeyring,
    snapshot_version=1,
)
