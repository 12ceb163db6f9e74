"""Events of jobs, collected as the JSON objects that programs read."""

from __future__ import annotations

from typing import Any

from core.events import Event, Listener


def json_into(events: list[dict[str, Any]]) -> Listener:
    """Return a listener that adds the JSON object of each event to ``events``."""

    def listen(event: Event) -> None:
        events.append(event.to_json())

    return listen
