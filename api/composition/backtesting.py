"""The detectors over what has happened, put together for the command line."""

from __future__ import annotations

from application.catalogue import DECIDERS
from infrastructure.event_store.registry import EventRegistry
from infrastructure.oversight.backtest import Backtest
from infrastructure.oversight.origins import GeoFile, Origins
from infrastructure.personal_data.keys import KeyWrapping
from infrastructure.settings import Settings


def backtest_of(settings: Settings) -> Backtest:
    return Backtest(
        settings.projector_database_url,
        EventRegistry(DECIDERS),
        KeyWrapping(settings.kek),
        Origins(settings.auth_secret, GeoFile(settings.geo_file)),
    )
