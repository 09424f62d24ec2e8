"""The application as a server starts it: settings from the environment, everything composed."""

from api.composition.app import compose
from infrastructure.logs import log_as_json
from infrastructure.long_lived import settle
from infrastructure.settings import load_settings

_settings = load_settings()
log_as_json(_settings.log_level)
app = compose(_settings)
settle()
