"""The application as a server starts it: settings from the environment, everything composed."""

import gc

from api.composition.app import compose
from infrastructure.logs import log_as_json
from infrastructure.settings import load_settings

_settings = load_settings()
log_as_json(_settings.log_level)
app = compose(_settings)

# What stands now stands for as long as the process: the collector need not walk it again and again. Of what a
# request makes hardly anything goes in circles, so it may look at more of it, more rarely.
gc.collect()
gc.freeze()
gc.set_threshold(10_000, 20, 20)
