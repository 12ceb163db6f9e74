"""Functions that declarations name by text, imported when they are used."""

import importlib
from collections.abc import Callable
from typing import Any


def import_function(name: str) -> Callable[..., Any]:
    """Return the function ``name``, ``module:function``. Raises ImportError or AttributeError for an unknown one."""
    module, _, function = name.partition(":")
    found: Callable[..., Any] = getattr(importlib.import_module(module), function)
    return found
