"""Laws of the formats, over values nobody picked."""

from __future__ import annotations

import contextlib
import secrets
from uuid import UUID, uuid4

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from client.crypto import base64url, canonical, files, merkle, padding, recovery_file
from client.crypto.box import PLAINTEXT_SIZE, PREFIX_SIZE, Box, open_box, seal
from client.crypto.content_keys import Content, new_content_key
from client.crypto.errors import CryptoError, DataLoss, InvalidArgument
from client.crypto.key_log import Entry, KeyLog
from client.crypto.labels import BOXES
from client.crypto.points import new_pair, sign, verify
from client.crypto.statements import parse
from tests.support.parties import Party, built_in

labels = st.from_regex(r"\Ae2ee\.v1\.[a-z.-]{0,20}\Z")
fields = st.lists(st.binary(max_size=40), max_size=6)


@given(labels, fields)
def test_an_encoding_decodes_to_what_it_was_made_of(label: str, parts: list[bytes]) -> None:
    """Decoding is a function, so two inputs never share an encoding."""
    assert canonical.decode(canonical.encode(label, *parts)) == (label, tuple(parts))


@given(st.binary(max_size=120))
def test_whatever_decodes_encodes_to_the_same_bytes(data: bytes) -> None:
    try:
        label, parts = canonical.decode(data)
    except DataLoss:
        return
    assert canonical.encode(label, *parts) == data


@given(st.binary(max_size=200))
def test_base64url_returns(data: bytes) -> None:
    assert base64url.decode(base64url.encode(data)) == data


@given(st.text(max_size=40))
def test_a_text_has_at_most_one_reading(text: str) -> None:
    try:
        data = base64url.decode(text)
    except CryptoError:
        return
    assert base64url.encode(data) == text


@given(st.binary(max_size=5000))
def test_padding_returns_and_keeps_its_promise(document: bytes) -> None:
    padded = padding.pad_document(document)
    assert padding.unpad_document(padded) == document
    assert len(padded) == max(256, padding.padme(len(document) + 4))


@given(st.integers(2, 2**45))
def test_padme_costs_at_most_an_eighth(size: int) -> None:
    padded = padding.padme(size)
    assert size <= padded <= size * 1.12 + 1
    assert padding.padme(padded) == padded


@st.composite
def sealed(draw: st.DrawFn) -> tuple[bytes, str, list[bytes], bytes, Box]:
    label = draw(st.sampled_from(sorted(BOXES)))
    context = [draw(st.binary(max_size=20)) for _ in BOXES[label]]
    size = PLAINTEXT_SIZE.get(label)
    plaintext = draw(st.binary(min_size=size or 0, max_size=size or 300))
    ikm = secrets.token_bytes(32)
    prefix = secrets.token_bytes(PREFIX_SIZE.get(label, 0))
    return ikm, label, context, plaintext, seal(ikm, label, context, plaintext, prefix=prefix)


@given(sealed(), st.data())
def test_a_box_opens_as_sealed_and_no_bit_of_it_may_change(
    made: tuple[bytes, str, list[bytes], bytes, Box], data: st.DataObject
) -> None:
    ikm, label, context, plaintext, box = made
    assert open_box(ikm, label, context, box) == plaintext
    part = data.draw(st.sampled_from(["iv", "salt", "data"]))
    content: bytes = getattr(box, part)
    skipped = range(1, 1 + PREFIX_SIZE.get(label, 0)) if part == "data" else range(0)
    place = data.draw(st.integers(0, len(content) - 1).filter(lambda at: at not in skipped))
    bit = 1 << data.draw(st.integers(0, 7))
    flipped = content[:place] + bytes((content[place] ^ bit,)) + content[place + 1 :]
    with pytest.raises(CryptoError):
        open_box(ikm, label, context, box._replace(**{part: flipped}))


@given(sealed(), sealed())
def test_a_box_never_opens_as_another(
    one: tuple[bytes, str, list[bytes], bytes, Box], other: tuple[bytes, str, list[bytes], bytes, Box]
) -> None:
    if one[1:3] == other[1:3]:
        return
    with pytest.raises(CryptoError):
        open_box(one[0], other[1], other[2], one[4])


@given(st.binary(max_size=100), st.binary(max_size=100))
def test_a_signature_is_of_one_message(message: bytes, other: bytes) -> None:
    keys = new_pair()
    signature = sign(keys.private, message)
    assert verify(keys.public, message, signature)
    assert verify(keys.public, other, signature) == (message == other)


@settings(max_examples=40)
@given(st.integers(0, 5 * 4096 + 7), st.randoms(use_true_random=False))
def test_a_file_opens_in_order_and_in_no_other(size: int, random: object) -> None:
    key, file = new_content_key(), Content(uuid4(), "file", uuid4(), 1)
    sealer = files.FileSealer(key, file, "content", 4096)
    content = secrets.token_bytes(size)
    frames = list(sealer.seal_all(content))
    opener = files.FileOpener(key, file, "content", sealer.header, len(frames))
    assert opener.open_all(frames, sealer.root) == content
    assert files.encrypted_size(size, 4096) == (len(frames), sum(map(len, frames)))
    shuffled = list(frames)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    for other in (shuffled, frames[:-1], [*frames, frames[-1]], [frames[0], *frames]):
        if other != frames:
            with pytest.raises(DataLoss):
                opener.open_all(other, sealer.root)
    for index, frame in enumerate(shuffled):
        if frame != frames[index]:
            with pytest.raises(DataLoss):
                opener.open(index, frame)


def test_a_sealer_ends_with_its_last_frame() -> None:
    sealer = files.FileSealer(new_content_key(), Content(uuid4(), "file", uuid4(), 1), "content", 4096)
    with pytest.raises(CryptoError):
        sealer.seal(b"short", final=False)
    sealer.seal(b"short", final=True)
    with pytest.raises(CryptoError):
        sealer.seal(b"", final=True)


@given(st.integers(1, 70), st.data())
def test_trees_prove_what_is_in_them_and_nothing_else(size: int, data: st.DataObject) -> None:
    hashes = [merkle.leaf_hash(bytes((number,))) for number in range(size)]
    root = merkle.root_of(hashes)
    index = data.draw(st.integers(0, size - 1))
    proof = merkle.inclusion_proof(hashes, index)
    assert merkle.included(hashes[index], index, size, proof, root)
    for other in range(size):
        if other != index:
            assert not merkle.included(hashes[index], other, size, proof, root)
    old = data.draw(st.integers(0, size))
    grown = merkle.consistency_proof(hashes, old)
    assert merkle.consistent(old, merkle.root_of(hashes[:old]), size, root, grown)
    if 0 < old < size:
        wrong = merkle.root_of([*hashes[: old - 1], merkle.leaf_hash(b"other")])
        assert not merkle.consistent(old, wrong, size, root, grown)


@given(st.binary(min_size=32, max_size=32))
def test_a_recovery_key_returns_and_notices_a_slip(secret: bytes) -> None:
    line = recovery_file.write_key(secret)
    assert recovery_file.read(f"\ufeff\r\n# a comment\r\n  {line}  \r\n").secret == secret
    swapped = ("B" if line[0] == "A" else "A") + line[1:]
    with pytest.raises(CryptoError):
        recovery_file.read(swapped)


@given(st.text(max_size=200))
def test_no_text_breaks_the_reader_of_recovery_files(text: str) -> None:
    with contextlib.suppress(InvalidArgument):
        recovery_file.read(text)


@given(st.binary(max_size=600))
def test_no_bytes_break_the_parsers(data: bytes) -> None:
    for reader in (parse, files.Header.decode, Box.from_joined):
        try:
            reader(data)
        except CryptoError:
            continue


def grown_party() -> Party:
    party = Party(UUID(int=5))
    owner = party.genesis()
    role = built_in(party.account, "member")
    party.create(owner, role)
    guest = party.first()
    party.vouch(owner, guest)
    party.write(owner, "role.assign", role=role, user=guest.user)
    party.add(guest)
    party.write(owner, "user.remove", user=guest.user, reason="removed")
    party.roll(owner, role)
    return party


GROWN = grown_party()


@settings(suppress_health_check=[HealthCheck.too_slow], max_examples=60)
@given(st.integers(0, len(GROWN.entries) - 1), st.data())
def test_a_changed_statement_has_no_effect(at: int, data: st.DataObject) -> None:
    entry = GROWN.entries[at]
    log = KeyLog(GROWN.account)
    for earlier in GROWN.entries[:at]:
        assert log.append(earlier)
    before = repr(log.known)
    which = data.draw(st.integers(-1, len(entry.signatures) - 1))
    target = entry.statement if which < 0 else entry.signatures[which]
    place = data.draw(st.integers(0, len(target) - 1))
    flipped = target[:place] + bytes((target[place] ^ 1,)) + target[place + 1 :]
    signatures = list(entry.signatures)
    if which >= 0:
        signatures[which] = flipped
    changed = Entry(flipped if which < 0 else entry.statement, tuple(signatures))
    with contextlib.suppress(CryptoError):
        assert not log.append(changed)
    assert repr(log.known) == before


def test_the_same_log_gives_the_same_state() -> None:
    replays = [KeyLog(GROWN.account) for _ in range(2)]
    for log in replays:
        for entry in GROWN.entries:
            assert log.append(entry)
    assert replays[0] == replays[1] == GROWN.log
