"""The six places in the order of the rail, and where each is made."""

from __future__ import annotations

import importlib

from app.context import Desk
from app.view import Place

PLACES = ("collection", "page", "review", "train", "insight", "search")


def make_place(name: str, desk: Desk) -> Place:
    """Build a place; its module is imported now and not before (plots take their time)."""
    module = importlib.import_module(f"app.{name}.view")
    place: Place = module.make(desk)
    return place
