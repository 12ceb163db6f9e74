"""Gift projects with links and pipes, opened by every command and by the window: nothing of the person's is changed.

Each child has a home folder of its own with files in it, whose digests are compared. In `make test` all harms are
done to one project; in `make robustness` each is also tried alone.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from child_gift import commands_of
from gift_helpers import HARMS, LURKING, given_project, person_home
from hostile_helpers import CASES, check_sentence, digest
from project_helpers import REPOSITORY, draw_image
from robustness_helpers import child_environment
from tally import Harm, tally

from core.cli.arguments import build_parser
from core.project.project import DATABASE

pytestmark = [
    pytest.mark.timeout(1800),
    pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes have names on POSIX only"),
]
CHILD = REPOSITORY / "tests" / "robustness" / "child_gift.py"
PATIENCE_S = 240
"""Time of a child for all commands, most of which goes into loading libraries."""
MOST_MIB = 1200
IN_LONG_RUN = CASES >= 100
"""Whether this is `make robustness` or a longer run."""
MOST_S = 5.0
"""Seconds that a command may take to refuse a project."""
OTHER_COMMANDS = {"devices", "doctor", "graphics-card", "app"}
"""Commands that take no project, and that of the window, which is tried by itself."""


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a sound project and what the commands need beside it."""
    folder = tmp_path_factory.mktemp("gift")
    project = given_project(folder)
    shutil.copytree(project, folder / "part.ductus")
    shutil.copyfile(project / DATABASE, folder / "restored.sqlite")
    draw_image(folder / "images" / "new.png", (60, 20), 90)
    (folder / "words.txt").write_text("gold\n")
    (folder / "manifest.json").write_text("{}")
    return folder


def opened(kind: str, folder: Path, home: Path) -> list[dict[str, Any]]:
    """Open the project in ``folder`` in a child whose home is ``home``; return what it reported."""
    own = folder / "own"
    places = {f"XDG_{name}_HOME": str(own / name) for name in ("CONFIG", "CACHE", "DATA", "STATE")}
    child = subprocess.run(
        [sys.executable, str(CHILD), kind, str(folder / "kit.ductus"), str(folder)],
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        cwd=own,
        env=child_environment(HOME=str(home), **places),
        check=False,
    )
    assert child.returncode == 0 and "Traceback" not in child.stderr, (child.stdout[-500:], child.stderr[-3000:])
    lines = [json.loads(line) for line in child.stdout.splitlines()]
    assert lines[-1]["peak"] < MOST_MIB, lines[-1]
    return [line for line in lines if "tried" in line]


def gift(base: Path, folder: Path, harms: list[str]) -> tuple[Path, Path]:
    """Return a copy of ``base`` with these harms done to its project, and the home that they reach for."""
    shutil.copytree(base, folder / "desk", symlinks=True)
    (folder / "desk" / "own").mkdir()
    home = person_home(folder / "home")
    project = folder / "desk" / "kit.ductus"
    for harm in harms:
        (HARMS | LURKING)[harm](project, home)
    return folder / "desk", home


TOGETHER = [harm for harm in HARMS if harm != "next run is a link to a folder"]  # its log takes that place
KINDS = [("everything at once", TOGETHER), *((harm, [harm]) for harm in HARMS | LURKING if IN_LONG_RUN)]


@pytest.mark.parametrize(("name", "harms"), KINDS, ids=[name for name, _ in KINDS])
@pytest.mark.parametrize("kind", ["commands", "window"])
def test_a_gift_changes_nothing_of_the_persons(
    kind: str, name: str, harms: list[str], base: Path, tmp_path: Path
) -> None:
    folder, home = gift(base, tmp_path, harms)
    before = digest(home)
    reports = opened(kind, folder, home)
    assert digest(home) == before
    refused = [line for line in reports if any(reason in line["messages"] for reason in REASONS)]
    for line in reports if name not in LURKING else refused:
        assert line["code"] in (1, 2), line
        check_sentence(line["messages"].strip().replace("\n", " "))
        assert line in refused or _is_usual(line), line
        assert line["seconds"] < MOST_S or not IN_LONG_RUN, line
    if name in LURKING and kind == "commands":
        assert {line["tried"].split()[0] for line in refused} == {"import"}
    refusal = "imports refused" if name in LURKING else "refused"
    outcome = f"{refusal} with a sentence, no file of the home folder changed, no hang, memory under 1.2 GB"
    tally(
        Harm.PROJECTS,
        f"gift project, {name}: opened by {'every command' if kind == 'commands' else 'the window'}",
        len(reports),
        outcome,
    )


REASONS = ("link", "neither a file nor a folder", "names a file outside")


def _is_usual(line: dict[str, Any]) -> bool:
    """Return whether a command was refused for a reason of its own, before the project mattered."""
    return line["tried"].startswith(("fetch", "new", "inspect", "demo"))


def test_no_command_is_forgotten(tmp_path: Path) -> None:
    (commands,) = (a.choices for a in build_parser()._actions if a.dest == "command")
    tried = {str(words[0]) for words in commands_of(tmp_path, tmp_path)}
    assert tried == commands.keys() - OTHER_COMMANDS


def test_a_sound_project_is_opened_by_all_of_them(base: Path, tmp_path: Path) -> None:
    """So that the gift above is refused for what is in it."""
    folder, home = gift(base, tmp_path, [])
    before = digest(home)
    for kind in ("commands", "window"):
        for line in opened(kind, folder, home):
            assert not any(reason in line["messages"] for reason in REASONS), line
    assert digest(home) == before
