"""Jobs and commands in the test's own process (a child would import its libraries for seconds), and their events."""

from __future__ import annotations

import contextlib
import io
import json
from typing import Any

from core.cli.main import main
from core.events import Event, Listener


def json_into(events: list[dict[str, Any]]) -> Listener:
    """Return a listener that adds the JSON object of each event to ``events``."""

    def listen(event: Event) -> None:
        events.append(event.to_json())

    return listen


def run_here(*arguments: object) -> tuple[int, list[dict[str, Any]]]:
    """Run a command with --json; return its exit code and its events."""
    with contextlib.redirect_stdout(io.StringIO()) as written:
        code = main([*map(str, arguments), "--json"])
    return code, [json.loads(line) for line in written.getvalue().splitlines()]
