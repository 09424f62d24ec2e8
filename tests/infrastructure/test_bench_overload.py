"""What a crowd is answered is told apart: let in, told when to come again, or left alone with a refusal."""

from __future__ import annotations

import asyncio
import json
import struct

import pytest

from bench.crowds.answers import answered, is_well
from bench.crowds.others import Outside
from bench.crowds.sockets import Socket


@pytest.mark.parametrize(
    ("status", "headers", "word"),
    [
        (200, {}, "200"),
        (500, {"retry-after": "1"}, "500"),
        (429, {"retry-after": "3"}, "429 later"),
        (429, {}, "429 without Retry-After"),
        (503, {"retry-after": "1"}, "503 later"),
        (503, {}, "503 without Retry-After"),
    ],
)
def test_a_refusal_for_the_moment_says_how_long_the_moment_is(
    status: int, headers: dict[str, str], word: str
) -> None:
    assert answered(status, headers) == word
    assert is_well(word) is (status == 200 or word.endswith(" later"))


@pytest.mark.parametrize(("crowded", "fails"), [(70.0, False), (70.1, True)])
def test_others_may_take_twice_as_long_and_fifty_milliseconds_more(crowded: float, fails: bool) -> None:
    failures: list[str] = []
    outside = Outside(None, None, (), failures)  # pyright: ignore[reportArgumentType]
    found = outside.judge("it", {"p99Ms": 10.0}, {"p99Ms": crowded})
    assert found["p99Limit"] == 70.0
    assert bool(failures) is fails


async def test_frames_of_all_sizes_are_read_and_an_end_is_one() -> None:
    reader = asyncio.StreamReader()
    for size in (1, 200, 70_000):
        content = json.dumps({"type": "it", "of": "x" * size}).encode()
        head = (
            bytes([0x81, len(content)])
            if len(content) < 126
            else struct.pack(">BBH", 0x81, 126, len(content))
            if len(content) < 65_536
            else struct.pack(">BBQ", 0x81, 127, len(content))
        )
        reader.feed_data(head + content)
    reader.feed_data(struct.pack(">BBH", 0x88, 2, 4401))
    socket = Socket(reader, None)  # pyright: ignore[reportArgumentType]
    assert [len((await socket.frame())["of"]) for _ in range(3)] == [1, 200, 70_000]
    with pytest.raises(ConnectionError, match="4401"):
        await socket.frame()
