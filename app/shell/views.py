"""The six places in the order of the rail, and where each is made."""

from __future__ import annotations

import importlib

from app.context import ProjectContext
from app.view import View

VIEWS = ("collection", "page", "review", "train", "insight", "search")


def make_view(name: str, context: ProjectContext) -> View:
    """Build a place; its module is imported now and not before (plots take their time)."""
    module = importlib.import_module(f"app.{name}.view")
    place: View = module.make(context)
    return place
