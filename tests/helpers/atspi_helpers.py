"""The app as a screen reader on Linux meets it: with a display, a message bus and AT-SPI's registry of their own.

The app is a child process; everything is read and done over the bus, nothing through Qt.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dbus_fast import Message, MessageType
from dbus_fast.aio import MessageBus

ROOT = "/org/a11y/atspi/accessible/root"
ACCESSIBLE, ACTION = "org.a11y.atspi.Accessible", "org.a11y.atspi.Action"
COMPONENT = "org.a11y.atspi.Component"
REGISTRY = "org.a11y.atspi.Registry"
SHOWING, CHECKED, FOCUSED, ENABLED, EDITABLE = 25, 4, 12, 8, 7
"""Numbers of bits in the states of AT-SPI."""
PROGRAMS = ("Xvfb", "dbus-daemon")
LAUNCHERS = tuple(Path(folder, "at-spi-bus-launcher") for folder in ("/usr/libexec", "/usr/lib/at-spi2-core"))


def what_is_missing() -> str:
    """Return which of the programs that this needs is not installed; "" where all are."""
    missing = [program for program in PROGRAMS if shutil.which(program) is None]
    if not any(launcher.exists() for launcher in LAUNCHERS):
        missing.append("at-spi2-core")
    return ", ".join(missing)


@dataclass(frozen=True, slots=True)
class Node:
    """An object on the bus."""

    bus: str
    path: str


class Reader:
    """Reads and operates programs over the bus of AT-SPI."""

    def __init__(self, session_address: str) -> None:
        self._loop = asyncio.new_event_loop()
        self._bus = self._run(_connect(session_address))
        self.announced: list[str] = []
        self._bus.add_message_handler(self._receive)
        rule = "type='signal',interface='org.a11y.atspi.Event.Object',member='Announcement'"
        self._call(Node("org.freedesktop.DBus", "/org/freedesktop/DBus"), "org.freedesktop.DBus", "AddMatch", "s", rule)
        registry = Node(REGISTRY, "/org/a11y/atspi/registry")
        for event in ("object:announcement", "object:state-changed:focused", "object:", "window:", "focus:"):
            self._call(registry, REGISTRY, "RegisterEvent", "s", event)

    def close(self) -> None:
        self._bus.disconnect()
        self._loop.run_until_complete(asyncio.sleep(0))
        self._loop.close()

    def programs(self) -> list[Node]:
        return self.children(Node(REGISTRY, ROOT))

    def children(self, node: Node) -> list[Node]:
        found = self._call(node, ACCESSIBLE, "GetChildren")
        return [Node(bus, path) for bus, path in found] if found else []

    def name(self, node: Node) -> str:
        return self._property(node, ACCESSIBLE, "Name")

    def description(self, node: Node) -> str:
        return self._property(node, ACCESSIBLE, "Description")

    def role(self, node: Node) -> str:
        return self._call(node, ACCESSIBLE, "GetRoleName") or ""

    def states(self, node: Node) -> set[int]:
        low, high = self._call(node, ACCESSIBLE, "GetState") or (0, 0)
        bits = low | high << 32
        return {number for number in range(64) if bits >> number & 1}

    def text(self, node: Node) -> str:
        return self._call(node, "org.a11y.atspi.Text", "GetText", "ii", 0, -1) or ""

    def set_text(self, node: Node, text: str) -> bool:
        return bool(self._call(node, "org.a11y.atspi.EditableText", "SetTextContents", "s", text))

    def value(self, node: Node) -> float:
        return self._property(node, "org.a11y.atspi.Value", "CurrentValue")

    def actions(self, node: Node) -> list[str]:
        return [name for name, *_ in self._call(node, ACTION, "GetActions") or []]

    def act(self, node: Node, name: str) -> None:
        self._call(node, ACTION, "DoAction", "i", self.actions(node).index(name))

    def focus(self, node: Node) -> bool:
        return bool(self._call(node, COMPONENT, "GrabFocus"))

    def ask_everything(self, node: Node) -> None:
        """Ask all that screen readers ask of an object, whatever the answer: a wrong pointer ends the program."""
        for member in ("GetInterfaces", "GetRelationSet", "GetAttributes", "GetIndexInParent", "GetApplication"):
            self._call(node, ACCESSIBLE, member)
        for name in ("Parent", "ChildCount", "Locale", "AccessibleId", "HelpText", "Description"):
            self._property(node, ACCESSIBLE, name)
        for member in ("GetLayer", "GetMDIZOrder"):
            self._call(node, COMPONENT, member)
        self._call(node, COMPONENT, "GetExtents", "u", 0)
        self._call(node, COMPONENT, "GetAccessibleAtPoint", "iiu", 300, 300, 0)
        self._call(node, ACTION, "GetKeyBinding", "i", 0)

    def walk(self, node: Node) -> Iterator[Node]:
        """Yield a node and all below it that are on the screen."""
        yield node
        for child in self.children(node):
            if SHOWING in self.states(child):
                yield from self.walk(child)

    def find(self, root: Node, role: str, name: str) -> Node:
        """Return the first object with this role and name; wait for it up to a minute."""
        found: list[Node] = []

        def look() -> bool:
            found[:] = [node for node in self.walk(root) if self.role(node) == role and self.name(node) == name]
            return bool(found)

        self.wait(look, f"no {role} “{name}”")
        return found[0]

    def wait(self, is_so: Callable[[], object], message: str, seconds: float = 60) -> None:
        """Wait until something is so. Raises AssertionError with ``message`` if it never is."""
        end = time.monotonic() + seconds
        while not is_so():
            assert time.monotonic() < end, message
            self._run(asyncio.sleep(0.05))

    def _receive(self, message: Message) -> None:
        if message.message_type == MessageType.SIGNAL and message.member == "Announcement":
            self.announced.append(str(message.body[3].value))

    def _property(self, node: Node, interface: str, name: str) -> Any:
        found = self._call(node, "org.freedesktop.DBus.Properties", "Get", "ss", interface, name)
        return "" if found is None else found.value

    def _call(self, node: Node, interface: str, member: str, signature: str = "", *body: Any) -> Any:
        message = Message(node.bus, node.path, interface, member, signature=signature, body=list(body))
        reply = self._run(self._bus.call(message))
        if reply is None or reply.message_type == MessageType.ERROR or not reply.body:
            return None  # the object is gone, or has no such interface
        return reply.body[0]

    def _run(self, waiting: Any) -> Any:
        return self._loop.run_until_complete(waiting)


async def _connect(session_address: str) -> MessageBus:
    """Return a connection to the bus of AT-SPI, which the session's bus starts when it is asked for."""
    session = await MessageBus(bus_address=session_address).connect()
    reply = await session.call(Message("org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress"))
    session.disconnect()
    assert reply is not None
    return await MessageBus(bus_address=reply.body[0]).connect()


@contextmanager
def desktop(folder: Path) -> Iterator[dict[str, str]]:
    """Start a display and a message bus; yield the environment for programs on them. ``folder`` is their home."""
    runtime = folder / "run"
    runtime.mkdir(mode=0o700, parents=True)
    display = subprocess.Popen(
        ["Xvfb", "-displayfd", "1", "-screen", "0", "1400x900x24", "-nolisten", "tcp"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert display.stdout is not None
    environment = os.environ | {
        "DISPLAY": f":{display.stdout.readline().strip()}",
        "HOME": str(folder),
        "XDG_RUNTIME_DIR": str(runtime),
        "XDG_CONFIG_HOME": str(folder / "config"),
        "XDG_DATA_HOME": str(folder / "data"),
        "QT_QPA_PLATFORM": "xcb",
        "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1",
        "DUCTUS_SETTINGS": str(folder / "settings.json"),
    }
    environment.pop("AT_SPI_BUS_ADDRESS", None)
    bus = subprocess.Popen(
        ["dbus-daemon", "--session", "--nofork", "--print-address", "1"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env=environment,
    )
    assert bus.stdout is not None
    environment["DBUS_SESSION_BUS_ADDRESS"] = bus.stdout.readline().strip()
    try:
        yield environment
    finally:
        for process in (bus, display):  # what the bus has started ends with it
            process.terminate()
            process.wait(20)


@contextmanager
def running_app(project: Path, environment: dict[str, str]) -> Iterator[subprocess.Popen[bytes]]:
    """Run the app on a project as a program of its own."""
    root = Path(__file__).resolve().parents[2]
    command = [sys.executable, "-m", "app.main", str(project)]
    with (project.parent / "app.log").open("wb") as log:
        process = subprocess.Popen(command, env=environment | {"PYTHONPATH": str(root)}, stdout=log, stderr=log)
    try:
        yield process
    finally:
        process.terminate()
        process.wait(30)
