"""Child processes that are forked from one with all libraries: else each imports them for seconds.

:func:`warm_command` gives a command that any program can start, as `subprocess` and Qt do. Its process is a small one
that passes signals on to the forked one and ends as that does; if it is killed, so is the forked one.
"""

from __future__ import annotations

import atexit
import gc
import json
import os
import select
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import NoReturn

import numpy as np

_LIBRARIES = (
    *("torch._dynamo", "sklearn.ensemble", "cv2", "core.cli.job_child", "core.cli.console", "rich.progress"),
    *("core.model.spelling_learner", "core.model.lexicon_search.cost_kernel", "core.training.embedder_training"),
)
"""An optimizer imports `torch._dynamo`, which takes as long as PyTorch; the search in a word list imports `numba`."""
_COMMANDS = ("align", "evaluate", "import_command", "recognise", "train")
DUCTUS = "core.cli.main:main"
_CLIENT = Path(__file__).with_name("warm_client.py")
_IS_POSSIBLE = hasattr(os, "pidfd_open") and "coverage" not in sys.modules
"""Linux alone has descriptors of processes; lines that a forked process runs are not counted by `coverage`."""


def warm_command(function: str, *arguments: object) -> list[str]:
    """Return the command that runs ``function``, ``MODULE:NAME``, as the program MODULE does, with these arguments."""
    given = list(map(str, arguments))
    if not _IS_POSSIBLE:
        module, _, name = function.partition(":")
        code = f"import sys; sys.path.append({str(_CLIENT.parent)!r}); from {module} import {name}; sys.exit({name}())"
        return [sys.executable, "-c", code, *given]
    return [sys.executable, "-S", "-E", str(_CLIENT), str(_server()), function, *given]


def warm_ductus(*arguments: object) -> list[str]:
    """Return the command of `ductus ARGUMENTS`."""
    return warm_command(DUCTUS, *arguments)


@cache
def _server() -> Path:
    """Start the server of this process; return its socket."""
    path = Path(tempfile.mkdtemp(prefix="ductus-warm-"), "socket")
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path)), "OMP_NUM_THREADS": "1"}
    server = subprocess.Popen(
        [sys.executable, str(Path(__file__)), str(path)], env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert server.stdout is not None and server.stdout.readline(), "the server has not started"
    atexit.register(server.kill)
    return path


def _serve(path: str) -> str:
    """Fork a process for each request; return in that process, with its descriptors, arguments and environment.

    The value is the function to run. Between the server and that process stands one that waits for its end.
    """
    for name in (*_LIBRARIES, *(f"core.cli.commands.{command}" for command in _COMMANDS)):
        import_module(name)
    # the first call of any compiled function starts the compiler
    import_module("core.model.ctc").costs_in_columns(np.zeros((1, 2), np.float32), [[1]])
    gc.freeze()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for the processes between
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(path)
    listener.listen(64)
    print("ready", flush=True)
    while True:
        # the input ends with the process of the tests, also where that was killed
        if sys.stdin in select.select([listener, sys.stdin], [], [])[0]:
            os._exit(0)
        connection, _ = listener.accept()
        if os.fork() == 0:
            listener.close()
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            return _fork_one(connection)
        connection.close()


def _fork_one(connection: socket.socket) -> str:
    """Fork the process of a request and return in it; in this one wait for its end, and kill it with its client."""
    length, descriptors, _, _ = socket.recv_fds(connection, 8, 3)
    size = int.from_bytes(length, "big")
    data = b""
    while len(data) < size:
        data += connection.recv(size - len(data))
    (function, *arguments), folder, environment = json.loads(data)
    child = os.fork()
    if child:
        for descriptor in (*descriptors, 0, 1, 2):
            os.close(descriptor)
        _wait(child, connection)
    connection.close()
    for number, descriptor in enumerate(descriptors):
        os.dup2(descriptor, number)
        os.close(descriptor)
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    sys.path[:0] = [path for path in environment.get("PYTHONPATH", "").split(os.pathsep) if path not in sys.path]
    sys.argv = [function, *arguments]
    sys.stdin, sys.stdout, sys.stderr = open(0), open(1, "w"), open(2, "w", buffering=1)  # noqa: SIM115
    return str(function)


def _wait(child: int, connection: socket.socket) -> None:
    """Wait for the end of ``child`` and send its status; send it the signals of the client, and kill it with that."""
    process = os.pidfd_open(child)
    while True:
        ready, _, _ = select.select([process, connection.fileno()], [], [])
        if process in ready:
            status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
            try:
                connection.sendall(status.to_bytes(4, "big", signed=True))
            finally:
                os._exit(0)
        numbers = connection.recv(16)
        for number in numbers or [signal.SIGKILL]:
            signal.pidfd_send_signal(process, number)
        if not numbers:
            os._exit(0)


def _end(code: int) -> NoReturn:
    """End this process as the interpreter would, but without taking all libraries down one by one."""
    threading._shutdown()  # type: ignore[attr-defined]  # waits for other threads
    atexit._run_exitfuncs()
    sys.stdout.flush()
    os._exit(code)


if __name__ == "__main__":
    name = _serve(sys.argv[1])
    module, _, entry = name.partition(":")
    _end(getattr(import_module(module), entry)() or 0)
