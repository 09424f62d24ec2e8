"""What every process asks before it begins: are this code and these secrets those of the data?"""

from __future__ import annotations

from infrastructure import starting
from infrastructure.secret_checks import served_with, signed_with
from infrastructure.settings import Settings
from projections.catalogue import PROJECTIONS


def prove(settings: Settings, *, signs: bool = False, patience: float = starting.PATIENCE) -> None:
    """Raise the refusal that says what to do. Who `signs` the history has the log's key as well."""
    held = served_with(settings)
    if signs:
        held |= signed_with(settings.log_key_file)
    starting.prove(settings.database_url, held, PROJECTIONS, patience=patience)
