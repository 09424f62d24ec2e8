"""The inside of `./coffer`: one command of the command line, told where the running stack is."""

import os
import sys
from pathlib import Path

from api.cli.__main__ import main
from infrastructure.local.data_folder import environment_of_running
from infrastructure.local.places import DEFAULT_DATA

if __name__ == "__main__":
    if "DATABASE_URL" not in os.environ:
        data = Path(os.environ.get("COFFER_DATA_DIR") or DEFAULT_DATA)
        for name, value in environment_of_running(data).items():
            os.environ.setdefault(name, value)
    sys.exit(main(sys.argv[1:]))
