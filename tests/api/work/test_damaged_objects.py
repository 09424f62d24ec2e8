"""What a reader is told when the server has lost or damaged a file."""

from __future__ import annotations

import shutil

import structlog

from tests.api.work.asking import everybody, reason
from tests.support.workplace import House


async def test_a_lost_or_cut_object_says_so_and_the_log_names_it(house: House) -> None:
    sealed = await house.upload("ann", b"x" * 1000, everybody(house))
    bundle = (await house.call("ann", "GET", f"/api/uploads/{sealed.id}/bundle")).json()["data"]
    address = bundle["url"]
    objects = next(place for place in (house.folder / "objects").rglob("layout.json")).parent
    part = next(objects.glob("00001-*"))
    assert (await house.client.get(address)).status_code == 200

    part.write_bytes(part.read_bytes()[:-1])
    with structlog.testing.capture_logs() as logged:
        answer = await house.client.get(address)
    assert reason(answer) == (500, "object_damaged")
    assert answer.json()["code"] == "data_loss"
    assert objects.name in str(logged)

    shutil.rmtree(objects)
    with structlog.testing.capture_logs() as logged:
        answer = await house.client.get(address)
    assert reason(answer) == (500, "object_damaged")
    assert objects.name in str(logged)
