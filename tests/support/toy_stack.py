"""A stack of toys under the real supervisor, for tests that end it in every way there is.

`python -m tests.support.toy_stack FOLDER NAME...` starts parts that write their numbers into the folder, one
after another; `second+third` are two that start side by side.
"""

import asyncio
import signal
import sys
from pathlib import Path

from infrastructure.local.processes import Program
from infrastructure.local.supervisor import Part, PartFailed, Supervisor

# Says that it is there, writes down by what it was ended, and leaves a process of its own behind.
TOY = """
import os, pathlib, signal, subprocess, sys, time
folder, name = pathlib.Path(sys.argv[1]), sys.argv[2]
helper = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(300)"])
def end(number, frame):
    with (folder / "ends").open("a") as ends:
        ends.write(f"{name} {signal.Signals(number).name}\\n")
    if name != "stubborn":
        helper.kill()
        sys.exit(0)
for number in (signal.SIGINT, signal.SIGTERM):
    signal.signal(number, end)
(folder / f"{name}.pids").write_text(f"{os.getpid()} {helper.pid}")
print(f"{name} is up", flush=True)
if name in ("chicken", "egg"):
    other = folder / {"chicken": "egg.pids", "egg": "chicken.pids"}[name]
    while not other.exists():
        time.sleep(0.01)
if name == "broken":
    sys.exit("no key found")
(folder / f"{name}.ready").touch()
while True:
    time.sleep(0.1)
"""


def toy(folder: Path, name: str, stop_signal: signal.Signals = signal.SIGTERM) -> Part:
    program = Program((sys.executable, "-c", TOY, str(folder), name), Path("/"), stop_signal=stop_signal)
    return Part(name, lambda: program, (folder / f"{name}.ready").exists, folder / "logs" / f"{name}.log")


async def main(folder: Path, names: list[str]) -> int:
    supervisor = Supervisor(print)
    stopped = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stopped.set)
    end = asyncio.ensure_future(stopped.wait())
    try:
        for step in names:
            await supervisor.start(
                *(
                    toy(folder, name, signal.SIGINT if name == "first" else signal.SIGTERM)
                    for name in step.split("+")
                )
            )
        print("all up", flush=True)
        death = asyncio.ensure_future(supervisor.first_death())
        await asyncio.wait({end, death}, return_when=asyncio.FIRST_COMPLETED)
        if death.done():
            print(death.result(), flush=True)
            return 1
        death.cancel()
    except PartFailed as failure:
        print(failure, flush=True)
        return 1
    finally:
        await supervisor.stop(patience=1)
        end.cancel()
    return 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main(Path(sys.argv[1]), sys.argv[2:])))
