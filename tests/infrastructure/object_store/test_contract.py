"""What every object store does, whichever it is."""

import os
from collections.abc import AsyncIterator

import pytest

from domain.errors import NotFound, Refused
from tests.infrastructure.object_store.stores import Reached, filesystem, part_of, s3, whole

KEY = "11111111-1111-4111-8111-111111111111/22222222-2222-4222-8222-222222222222/content"
MIB = 1024 * 1024
# Services that speak S3 take no part under 5 MiB but the last.
FIRST, LAST = os.urandom(5 * MIB), os.urandom(MIB + 7)


@pytest.fixture(params=["filesystem", "s3"], scope="module")
async def reached(request, tmp_path_factory) -> AsyncIterator[Reached]:
    opened = filesystem(tmp_path_factory.mktemp("blobs")) if request.param == "filesystem" else s3()
    async with opened as found:
        yield found


@pytest.fixture
async def stored(reached: Reached) -> AsyncIterator[str]:
    """An object of two parts."""
    key = f"{KEY}-{os.urandom(4).hex()}"
    handle = await reached.store.initiate(key)
    await reached.store.complete(key, handle, await reached.store_parts(key, handle, FIRST, LAST))
    yield key
    await reached.store.delete(key)


async def test_an_object_is_its_parts_in_order(reached: Reached, stored: str) -> None:
    assert await reached.store.size(stored) == len(FIRST) + len(LAST)
    assert await whole(reached.store.read(stored)) == FIRST + LAST
    answer = await reached.fetch(stored)
    assert answer.status_code == 200
    assert answer.content == FIRST + LAST
    assert int(answer.headers["Content-Length"]) == len(FIRST) + len(LAST)


@pytest.mark.parametrize(
    ("start", "end"), [(0, 1), (100, 4096), (len(FIRST) - 3, len(FIRST) + 4), (len(FIRST) + 5, None)]
)
async def test_ranges_are_served_also_over_a_seam_of_parts(reached: Reached, stored: str, start, end) -> None:
    expected = (FIRST + LAST)[start:end]
    assert await whole(reached.store.read(stored, start, end)) == expected
    asked = f"bytes={start}-{'' if end is None else end - 1}"
    answer = await reached.fetch(stored, Range=asked)
    assert answer.status_code == 206
    assert answer.content == expected
    stop = len(FIRST) + len(LAST) if end is None else end
    assert answer.headers["Content-Range"] == f"bytes {start}-{stop - 1}/{len(FIRST) + len(LAST)}"


async def test_parts_may_arrive_in_any_order_and_again(reached: Reached) -> None:
    key = KEY + "-order"
    handle = await reached.store.initiate(key)
    parts = [part_of(1, FIRST), part_of(2, LAST)]
    tags = {}
    for part, data in ((parts[1], LAST), (parts[0], FIRST), (parts[1], LAST)):
        answer = await reached.send(await reached.store.sign_part(key, handle, part, reached.soon()), data)
        tags[part.number] = answer.headers["ETag"]
    assert [(part.number, part.size) for part in await reached.store.parts(key, handle)] == [
        (1, len(FIRST)),
        (2, len(LAST)),
    ]
    await reached.store.complete(key, handle, [(part, tags[part.number]) for part in parts])
    assert await whole(reached.store.read(key)) == FIRST + LAST


async def test_nothing_is_readable_before_it_is_complete(reached: Reached) -> None:
    key = KEY + "-early"
    handle = await reached.store.initiate(key)
    await reached.store_parts(key, handle, LAST)
    assert await reached.store.size(key) is None
    with pytest.raises(NotFound):
        await whole(reached.store.read(key))
    assert (await reached.fetch(key)).status_code == 404


async def test_a_missing_part_keeps_the_object_from_being_made(reached: Reached) -> None:
    key = KEY + "-missing"
    handle = await reached.store.initiate(key)
    (first,) = await reached.store_parts(key, handle, FIRST)
    with pytest.raises(Refused) as refusal:
        await reached.store.complete(key, handle, [first, (part_of(2, LAST), '"0"')])
    assert refusal.value.reason == "parts_missing"
    assert await reached.store.size(key) is None


async def test_completing_again_changes_nothing(reached: Reached) -> None:
    key = KEY + "-again"
    handle = await reached.store.initiate(key)
    parts = await reached.store_parts(key, handle, FIRST, LAST)
    await reached.store.complete(key, handle, parts)
    await reached.store.complete(key, handle, parts)
    assert await whole(reached.store.read(key)) == FIRST + LAST


async def test_an_aborted_attempt_leaves_nothing(reached: Reached) -> None:
    key = KEY + "-abort"
    handle = await reached.store.initiate(key)
    await reached.store_parts(key, handle, LAST)
    await reached.store.abort(key, handle)
    await reached.store.abort(key, handle)
    assert list(await reached.store.parts(key, handle)) == []


async def test_two_attempts_at_one_object_do_not_mix(reached: Reached) -> None:
    key = KEY + "-attempts"
    one, two = await reached.store.initiate(key), await reached.store.initiate(key)
    await reached.store_parts(key, one, FIRST)
    parts = await reached.store_parts(key, two, LAST)
    await reached.store.complete(key, two, parts)
    assert await whole(reached.store.read(key)) == LAST


async def test_a_deleted_object_is_gone(reached: Reached) -> None:
    key = KEY + "-deleted"
    handle = await reached.store.initiate(key)
    await reached.store.complete(key, handle, await reached.store_parts(key, handle, LAST))
    await reached.store.delete(key)
    await reached.store.delete(key)
    assert await reached.store.size(key) is None
    assert (await reached.fetch(key)).status_code == 404


async def test_length_and_hash_are_in_the_signature_of_an_address(reached: Reached) -> None:
    key = KEY + "-signed"
    handle = await reached.store.initiate(key)
    part, other = part_of(1, LAST), part_of(1, LAST[:-1] + b"x")
    address = await reached.store.sign_part(key, handle, part, reached.soon())
    another = await reached.store.sign_part(key, handle, other, reached.soon())
    assert address.method == another.method == "PUT"
    assert address.url != another.url
