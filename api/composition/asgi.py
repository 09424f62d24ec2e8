"""The application as a server starts it: settings from the environment, everything composed."""

from api.composition import compose
from infrastructure.settings import load_settings

app = compose(load_settings())
