"""What the product tells itself by NOTIFY is heard by nobody else, and said by nobody else."""

from __future__ import annotations

import pytest

from infrastructure.event_store.notifier import EVENTS, HEADS, LISTEN, OUTBOX, PROGRESS, TELL
from tests.support.analysed import Analysed, refused


@pytest.mark.parametrize("channel", [EVENTS, PROGRESS, OUTBOX, HEADS])
def test_nobody_hears_what_the_product_tells_itself(analysed: Analysed, channel: str) -> None:
    """PostgreSQL lets everybody listen, on channels that they can name."""
    with analysed.analyst() as analyst, analysed.api(analysed.other) as product:
        analyst.execute(f"listen {channel}".encode())
        for refused_one, values in ((LISTEN, (channel,)), (TELL, (channel, "x"))):
            with refused():
                analyst.execute(refused_one, values)
        with refused():
            analyst.execute("select * from es.channel")
        product.execute(LISTEN, (channel,))
        product.execute(TELL, (channel, "0:0" if channel == PROGRESS else str(analysed.other)))
        assert [notice.payload for notice in product.notifies(timeout=1, stop_after=1)] != []
        assert list(analyst.notifies(timeout=0.3)) == []
        # Nor is anybody told wrong things.
        analyst.execute(f"notify {channel}, 'forged'".encode())
        assert "forged" not in [notice.payload for notice in product.notifies(timeout=0.3)]
