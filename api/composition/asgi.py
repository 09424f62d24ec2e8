"""The application as a server starts it: settings from the environment, everything composed."""

from api.composition.app import compose
from infrastructure.settings import load_settings

app = compose(load_settings())
