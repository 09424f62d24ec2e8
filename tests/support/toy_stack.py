"""A stack of toys under the real supervisor, for tests that end it and its parts in every way there is.

`python -m tests.support.toy_stack FOLDER NAME...` starts parts that write their numbers into the folder, one
after another; `second+third` are two that start side by side, `third<first` needs the first one to start
again, and the stack goes on without a `third?`. What each does besides stands in the toy itself.
"""

import asyncio
import re
import signal
import sys
from pathlib import Path

from infrastructure.local.processes import Program
from infrastructure.local.restarts import Patience
from infrastructure.local.server import Readiness
from infrastructure.local.supervisor import Part, PartFailed, Supervisor

PATIENCE = Patience(deaths=3, within=600, shortest_pause=0.01, longest_pause=0.05)
# Of those who are to be silent for longer.
SILENCE = 2.0

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
with (folder / f"{name}.pids").open("a") as pids:
    pids.write(f"{os.getpid()} {helper.pid}\\n")
with (folder / "starts").open("a") as starts:
    starts.write(f"{name}\\n")
print(f"{name} is up", flush=True)
if name in ("chicken", "egg"):
    other = folder / {"chicken": "egg.pids", "egg": "chicken.pids"}[name]
    while not other.exists():
        time.sleep(0.01)
if name == "broken":
    sys.exit("no key found")
ready = folder / f"{name}.ready"
if name == "reader":
    # Says for a while that it reads what it has kept.
    ready.write_text("coming")
    while not (folder / "enough").exists():
        time.sleep(0.01)
if (name == "mute" and (folder / "enough").exists()) or name == "silent":
    while True:
        time.sleep(0.1)
ready.write_text("ready")
if name == "mute":
    while not (folder / "enough").exists():
        time.sleep(0.01)
    sys.exit("no words left")
if name == "fickle":
    while not (folder / "enough").exists():
        time.sleep(0.01)
    sys.exit("nothing goes well")
while True:
    time.sleep(0.1)
"""


def toy(folder: Path, said: str) -> Part:
    parsed = re.fullmatch(r"(\w+)(\??)((?:<\w+)*)", said)
    assert parsed is not None
    name, spare, needs = parsed.groups()
    ready = folder / f"{name}.ready"
    gentle = signal.SIGINT if name == "first" else signal.SIGTERM
    program = Program((sys.executable, "-c", TOY, str(folder), name), Path("/"), stop_signal=gentle)
    return Part(
        name,
        lambda: program,
        lambda: Readiness(ready.read_text() if ready.exists() and ready.stat().st_size else "silent"),
        folder / "logs" / f"{name}.log",
        prepare=lambda: ready.unlink(missing_ok=True),
        needs=tuple(needs.split("<")[1:]),
        essential=not spare,
        patience=SILENCE if name in ("reader", "mute", "silent") else 60.0,
        stop_patience=1,
    )


async def main(folder: Path, names: list[str]) -> int:
    supervisor = Supervisor(lambda line: print(line, flush=True), PATIENCE)
    stopped = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stopped.set)
    end = asyncio.ensure_future(stopped.wait())
    try:
        for step in names:
            await supervisor.start(*(toy(folder, said) for said in step.split("+")))
        print("all up", flush=True)
        lost = asyncio.ensure_future(supervisor.lost())
        await asyncio.wait({end, lost}, return_when=asyncio.FIRST_COMPLETED)
        if lost.done():
            print(lost.result(), flush=True)
            return 1
        lost.cancel()
    except PartFailed as failure:
        print(failure, flush=True)
        return 1
    finally:
        await supervisor.stop()
        end.cancel()
    return 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main(Path(sys.argv[1]), sys.argv[2:])))
