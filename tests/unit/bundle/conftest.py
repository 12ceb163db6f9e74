"""The modules that make a bundle can be imported in its tests."""

from pathlib import Path

import pytest

BUNDLE = Path(__file__).resolve().parents[3] / "packaging" / "bundle"


@pytest.fixture(autouse=True)
def bundle_modules(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(BUNDLE))
    monkeypatch.syspath_prepend(str(BUNDLE / "linux"))
