"""Opening a project or a model from a stranger runs no code and reads no file outside it: watched in a child.

Python reports every file it opens, every import, program and connection (``sys.addaudithook``). Files that the C
libraries open are not reported to it, so where ``strace`` is at hand the calls of the kernel are watched as well.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from ensemble_helpers import ensemble
from hostile_helpers import digest
from project_helpers import REPOSITORY, draw_image, filled_project
from tally import Harm, tally

from core.project.content import models
from core.project.content.predictions import Prediction, save_predictions
from core.store.model_file import save_ensemble

pytestmark = pytest.mark.timeout(300)

WATCHED = """
import json, os, sys
sys.path[:0] = {paths!r}
from pathlib import Path
from core.project.content import history, lexicon, models, pages, runs, statistics, transcriptions, words
from core.project.query import search
from core.project.project import Project
from core.store.model_file import load_ensemble
from core.store.summary import model_summary
from core.project.word_image_cache import CropCache
from core.project.word_images import load_crops
from core.errors import DuctusError

def look(folder):
    told = []
    with Project.open(folder) as project:
        ids = words.word_ids(project)
        words.get_words(project, ids)
        pages.list_pages(project)
        statistics.statistics(project, "m")
        list(lexicon.iter_lexicon(project))
        search.find_text(project, "the")
        runs.list_runs(project)
        history.next_edits(project)
        list(load_crops(project, ids, lambda _, error: told.append(str(error))))
        cache = CropCache(folder)
        list(cache.thumbnails(project, ids, lambda _, error: None))
        cache.close()
        for model in models.list_models(project):
            for door in (model_summary, load_ensemble):
                try:
                    door(model.file)
                    told.append("read")
                except DuctusError as error:
                    told.append(str(error))
    return told

def _mark(path):
    try:
        os.open(path, os.O_RDONLY)
    except OSError:
        pass  # it is not there; strace has seen it asked for

look(Path(sys.argv[1]))  # once unwatched, so that late imports and caches of Python are done
heard, listening = [], False
def hear(event, details):
    if listening and not event.startswith(("object.", "sys._getframe", "cpython.")):
        heard.append((event, [str(part)[:500] for part in details]))
sys.addaudithook(hear)
_mark("/watching-begins")
listening = True
told = look(Path(sys.argv[2]))
listening = False
_mark("/watching-ends")
print(json.dumps([heard, told]))
"""

NEVER = (
    "exec",
    "compile",
    "import",
    "marshal",
    "pickle",
    "os.system",
    "os.exec",
    "os.spawn",
    "os.posix_spawn",
    "os.startfile",
    "os.fork",
    "subprocess",
    "socket",
    "urllib",
    "ctypes",
    "http",
    "ftplib",
    "smtplib",
    "code.",
    "sqlite3.enable_load_extension",
    "sqlite3.load_extension",
    "webbrowser",
    "setopencodehook",
    "mmap",
)


def strangers(tmp_path: Path) -> tuple[Path, Path]:
    """A sound project, and one that tries to lead its reader to ``private`` in every way that is let through."""
    both = []
    for name in ("sound", "stranger"):
        with filled_project(tmp_path / name) as project:
            save_ensemble(models.model_path(project, "m"), ensemble(1))
            models.register_model(project, "m")
            save_predictions(project, "m", [Prediction(3, "gold", "seen", 1, 1, 0.5)])
            both.append(project.folder)
    private = draw_image(tmp_path / "private" / "photo.png", (200, 100), 7)
    connection = sqlite3.connect(both[1] / "project.sqlite", isolation_level=None)
    # the page, a picture and the transcription all claim to lie elsewhere
    connection.execute("UPDATE file SET path = ?, linked = 1 WHERE id = 1", (str(private),))
    connection.execute("UPDATE page SET source_file_id = 1, source_path = ?", (str(private),))
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    return both[0], both[1]


CALLS = "trace=open,openat,openat2,execve,execveat,connect,socket,bind"


def test_opening_runs_no_code_and_reads_nothing_outside(tmp_path: Path) -> None:
    sound, stranger = strangers(tmp_path)
    inside = digest(tmp_path / "private")
    code = WATCHED.format(paths=[str(REPOSITORY), str(REPOSITORY / "tests" / "helpers")])
    command = [sys.executable, "-c", code, str(sound), str(stranger)]
    log = tmp_path / "calls.txt"
    traced = _strace_works(tmp_path)
    if traced:
        command = ["strace", "-f", "-qq", "-e", CALLS, "-o", str(log), *command]
    done = subprocess.run(
        command,
        capture_output=True,
        text=True,
        timeout=280,
        cwd=REPOSITORY,
        check=False,
        env={**os.environ, "OMP_NUM_THREADS": "1", "PYTHONDONTWRITEBYTECODE": "1"},
    )
    assert done.returncode == 0, done.stderr[-3000:]
    heard, told = json.loads(done.stdout.splitlines()[-1])
    assert told.count("read") == 2, "the model was not read, so nothing was shown"
    assert [line for line in told if "does not trust" in line], told
    _check_heard(heard, stranger)
    if traced:
        _check_calls(log.read_text(encoding="utf-8", errors="replace").splitlines(), stranger)
    assert digest(tmp_path / "private") == inside
    how = "an audit hook and strace" if traced else "an audit hook"
    outcome = "no code executed, no file outside opened"
    tally(Harm.PROJECTS, f"untrusted project and model opened under {how}", 1, outcome)


def _check_heard(heard: list[tuple[str, list[str]]], stranger: Path) -> None:
    """The actions of Python itself."""
    assert "open" in [event for event, _ in heard], "the watch heard nothing"
    assert [(event, details) for event, details in heard if event.startswith(NEVER)] == []
    looked = ("open", "sqlite3.connect", "os.listdir", "os.scandir")
    opened = [details[0] for event, details in heard if event in looked]
    assert [path for path in opened if not _is_allowed(path, stranger)] == []


def _check_calls(lines: list[str], stranger: Path) -> None:
    """The calls of the kernel, by Python and by the C libraries under it."""
    first = next(i for i, line in enumerate(lines) if "/watching-begins" in line)
    last = next(i for i, line in enumerate(lines) if "/watching-ends" in line)
    watched = lines[first + 1 : last]
    opened = [line for line in watched if re.search(r"\bopen(at2?)?\(", line)]
    assert opened, "the watch heard nothing"
    assert [line for line in watched if re.search(r"\b(execve|execveat|connect|socket|bind)\(", line)] == []
    paths = [match[1] for line in opened if (match := re.search(r'"([^"]*)"', line))]
    assert [path for path in paths if not _may_be_opened(path, stranger)] == []


def _strace_works(tmp_path: Path) -> bool:
    """Return whether there is strace and it may watch processes here (containers often forbid it)."""
    if shutil.which("strace") is None:
        return False
    tried = subprocess.run(["strace", "-o", str(tmp_path / "tried.txt"), "true"], capture_output=True, check=False)
    return tried.returncode == 0


def _is_allowed(path: str, stranger: Path) -> bool:
    path = re.sub(r"^file:(//)?", "", path).partition("?")[0]
    return path.startswith((str(stranger), os.environ["DUCTUS_LINKED"])) or path.isdigit()


def _may_be_opened(path: str, stranger: Path) -> bool:
    system = ("/dev/urandom", "/proc/self", "/sys/fs/cgroup", "/sys/devices/system/cpu", "/proc/stat", "/proc/meminfo")
    return path.startswith((str(stranger), os.environ["DUCTUS_LINKED"], *system))
