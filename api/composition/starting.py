"""What every process asks before it begins: are this code and these secrets those of the data?"""

from __future__ import annotations

from infrastructure import starting
from infrastructure.heartbeat import say_log_key
from infrastructure.secret_checks import LOG_KEY, WrongSecrets, served_with, signed_with
from infrastructure.settings import Settings
from projections.catalogue import PROJECTIONS


def prove(settings: Settings, *, signs: bool = False, patience: float = starting.PATIENCE) -> None:
    """Raise the refusal that says what to do. Who `signs` the history has the log's key as well."""
    signed = signed_with(settings.log_key_file) if signs else {}
    held = served_with(settings) | signed
    try:
        starting.prove(settings.database_url, held, PROJECTIONS, patience=patience)
    except WrongSecrets:
        if signed:
            say_log_key(settings.redis_url, signed[LOG_KEY])
        raise
