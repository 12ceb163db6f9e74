"""The exact versions in packaging/constraints.txt."""

from __future__ import annotations

import sys
from pathlib import Path

from packaging.requirements import Requirement

CONSTRAINTS = Path(__file__).resolve().parents[2] / "packaging" / "constraints.txt"


def pinned_versions(system: str = sys.platform) -> dict[str, str]:
    """Return the version of each package, by its name in the file, for a system named as ``sys.platform`` names it."""
    versions = {}
    for line in CONSTRAINTS.read_text(encoding="utf-8").splitlines():
        pin = Requirement(line)
        if pin.marker is None or pin.marker.evaluate({"sys_platform": system}):
            versions[pin.name] = str(pin.specifier).removeprefix("==")
    return versions
