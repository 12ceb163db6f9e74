"""A process that stands for one of the server in warm_python.py: it ends as that one does, and takes it along."""

import json
import os
import signal
import socket
import sys


def main() -> None:
    """Have the server at the socket ``argv[1]`` run ``argv[2]``; pass signals on, and end with its status."""
    connection = socket.socket(socket.AF_UNIX)
    connection.connect(sys.argv[1])
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda number, frame: connection.sendall(bytes([number])))
    request = json.dumps([sys.argv[2:], os.getcwd(), dict(os.environ)]).encode()  # noqa: PTH109 (pathlib takes long to import)
    socket.send_fds(connection, [len(request).to_bytes(8, "big")], [0, 1, 2])
    connection.sendall(request)
    answer = connection.recv(4)
    status = int.from_bytes(answer, "big", signed=True) if answer else -signal.SIGKILL
    if status < 0:
        signal.signal(-status, signal.SIG_DFL) if status != -signal.SIGKILL else None
        os.kill(os.getpid(), -status)
    os._exit(status)


main()
