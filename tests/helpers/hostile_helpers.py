"""Common parts of hostile cases: seeded harm to bytes, the form of a refusal, and children with limits.

``DUCTUS_HOSTILE`` is the number of cases a parser: 20 in `make test`, 100 in `make robustness`, 1,000 before a release.
"""

from __future__ import annotations

import hashlib
import os
import random
import re
import struct
import subprocess
import sys
import textwrap
import unicodedata
from collections.abc import Callable, Iterator
from pathlib import Path

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from project_helpers import REPOSITORY, project_state

from core.errors import DuctusError
from core.formats.records import SourceContents
from core.project.content.history import undo
from core.project.import_sources import import_contents
from core.project.project import Project

CASES = int(os.environ.get("DUCTUS_HOSTILE", "20"))
MANY = CASES >= 1000
SECONDS = 10.0
GIGABYTE = 2**30

by_hypothesis = settings(
    max_examples=CASES,
    deadline=None,
    database=None,
    derandomize=True,
    suppress_health_check=[
        HealthCheck.too_slow,
        HealthCheck.data_too_large,
        HealthCheck.filter_too_much,
        HealthCheck.function_scoped_fixture,
    ],
)

SLY = (
    b"\0",
    b"\xff\xfe",
    b"\xfe\xff",
    b"\xef\xbb\xbf",
    b"\xed\xa0\x80",
    b"\xed\xb0\x80",
    b"\xc0\xaf",
    "\u202e\u2066\u200f".encode(),
    "\u0000\u2028\u2029\u0085".encode(),
    "\U0010ffff\ufffe".encode(),
    b"../",
    b"..\\",
    b"/etc/passwd",
    b"C:\\x",
    b"\\\\host\\share",
    b"%2e%2e%2f",
    b"file:///etc/passwd",
    b"=1+1",
    b"@SUM(1)",
    b"\r",
    b"\n",
    b"\t",
    b'"',
    b"'",
    b"<",
    b">",
    b"&",
    b"&amp;",
    b"&#0;",
    b"&#xD800;",
    b"]]>",
    b"<!--",
    b"<![CDATA[",
    b"<?xml?>",
    b'<!DOCTYPE x [<!ENTITY a "b">]>',
    b"%s%n",
    b"{0}",
    b"\x1b[2J",
    b"A" * 5000,
    b"1" * 400,
)
NUMBERS = (
    b"0",
    b"-1",
    b"1",
    b"255",
    b"65536",
    b"2147483647",
    b"2147483648",
    b"-2147483649",
    b"9999999",
    b"9223372036854775808",
    b"1" * 30,
    b"1e308",
    b"1e999",
    b"nan",
    b"inf",
    b"-inf",
    b"0x10",
    b"1_000",
    b"1.5",
    "\u0661\u0662".encode(),
    b"",
)
_NUMBER = re.compile(rb"-?\d+")

sly_text = st.one_of(
    st.text(max_size=40),
    st.text(alphabet=st.characters(codec=None), max_size=20),
    st.sampled_from([piece.decode("utf-8", "surrogateescape") for piece in SLY + NUMBERS]),
)
"""Texts with NULs, lone surrogates, bidi controls, paths that lead out, formulas and numbers that are none."""


def harmed(data: bytes, seed: int) -> bytes:
    """``data`` with one to four harms done to it; the same for the same seed."""
    chance = random.Random(seed)
    for _ in range(chance.choice((1, 1, 1, 2, 4))):
        data = chance.choice(_HARMS)(data, chance)
    return data


def _flip(data: bytes, chance: random.Random) -> bytes:
    spoilt = bytearray(data or b"\0")
    for _ in range(chance.choice((1, 1, 2, 8))):
        spoilt[chance.randrange(len(spoilt))] ^= 1 << chance.randrange(8)
    return bytes(spoilt)


def _span(data: bytes, chance: random.Random) -> tuple[int, int]:
    first = chance.randrange(len(data) + 1)
    return first, min(len(data), first + chance.choice((1, 4, 16, 64, len(data) // 3 + 1)))


def _cut(data: bytes, chance: random.Random) -> bytes:
    return data[: chance.randrange(len(data) + 1)]


def _drop(data: bytes, chance: random.Random) -> bytes:
    first, last = _span(data, chance)
    return data[:first] + data[last:]


def _double(data: bytes, chance: random.Random) -> bytes:
    first, last = _span(data, chance)
    return data[:last] + data[first:last] * chance.choice((1, 2, 20)) + data[last:]


def _insert(data: bytes, chance: random.Random) -> bytes:
    place = chance.randrange(len(data) + 1)
    return data[:place] + chance.choice(SLY) + data[place:]


def _noise(data: bytes, chance: random.Random) -> bytes:
    first, last = _span(data, chance)
    return data[:first] + chance.randbytes(last - first) + data[last:]


def _odd_number(data: bytes, chance: random.Random) -> bytes:
    found = list(_NUMBER.finditer(data))
    if not found:
        return _flip(data, chance)
    here = chance.choice(found)
    other = chance.choice((*NUMBERS, chance.choice(found)[0]))
    return data[: here.start()] + other + data[here.end() :]


_HARMS: tuple[Callable[[bytes, random.Random], bytes], ...] = (
    _flip,
    _flip,
    _cut,
    _drop,
    _double,
    _insert,
    _insert,
    _noise,
    _odd_number,
    _odd_number,
    _odd_number,
)


def check_sentence(told: str) -> None:
    """One clear sentence or two: on one line, of bearable length, with nothing that a screen would obey."""
    told.encode("utf-8")
    odd = [c for c in told if unicodedata.category(c) in ("Cc", "Cf", "Zl", "Zp", "Cs")]
    assert not odd, f"{odd!r} in {told!r}"
    assert told.strip() and len(told) < 1500, told[:2000]
    assert "Traceback" not in told and "object at 0x" not in told, told


class Watch:
    """Counts cases and what became of them."""

    def __init__(self) -> None:
        self.cases = self.refused = self.taken = 0

    def try_it(self, what: Callable[[], object]) -> object:
        """Return the result of ``what``; None if it was refused with an error message. Any other error is a defect."""
        try:
            found = what()
        except DuctusError as error:
            check_sentence(str(error))
            self.refused += 1
            found = None
        else:
            self.taken += 1
        self.cases += 1
        if isinstance(found, SourceContents):
            for entry in found.skipped:
                check_sentence(f"{entry.place} {entry.reason}")
        return found

    @property
    def outcome(self) -> str:
        return f"{self.refused} refused with an error message, {self.taken} read, no other exception, nothing changed"


def taken_in_and_out(project: Project, found: object) -> None:
    """Contents that were read can be imported without harm, and undone to the last row."""
    if not isinstance(found, SourceContents):
        return
    before = project_state(project)
    try:
        import_contents(project, found)
    except DuctusError as error:
        check_sentence(str(error))
        assert project_state(project) == before
        return
    if project_state(project) != before:
        undo(project)
    assert project_state(project) == before
    assert project.check_integrity() == []


def digest(folder: Path) -> str:
    """One value for every name, kind and byte below a folder."""
    whole = hashlib.sha256()
    for path in sorted(folder.rglob("*")):
        whole.update(os.fsencode(path.relative_to(folder)) + b"\0")
        if path.is_symlink():
            whole.update(os.fsencode(path.readlink()))
        elif path.is_file():
            whole.update(path.read_bytes())
    return whole.hexdigest()


LIMITED = """
import resource, sys, time
sys.path[:0] = {paths!r}
from pathlib import Path
from core.errors import DuctusError
{prepare}
resource.setrlimit(resource.RLIMIT_DATA, ({memory}, {memory}))
resource.setrlimit(resource.RLIMIT_CPU, ({seconds}, {seconds}))
try:
    {call}
except DuctusError as error:
    print("refused:", ascii(str(error)))
else:
    print("read")
# not ru_maxrss: that of a child begins at what its parent held
held = open("/proc/self/status").read().split("VmHWM:")[1].split()[0]
print("peak", int(held) // 1024)
"""


def in_limits(prepare: str, call: str, *arguments: Path | str, seconds: int = int(SECONDS)) -> str:
    """Run ``call`` (one line) in a child with a gigabyte and ten seconds; what it printed.

    ``prepare`` (imports) comes before the limits. Fails unless the child ends with a sentence or a result.
    """
    code = LIMITED.format(
        paths=[str(REPOSITORY)], prepare=textwrap.dedent(prepare), call=call, memory=GIGABYTE, seconds=seconds
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *map(str, arguments)],
        capture_output=True,
        text=True,
        timeout=10 * seconds,
        cwd=REPOSITORY,
        check=False,
        env={**os.environ, "OMP_NUM_THREADS": "1"},
    )
    assert done.returncode == 0 and "Traceback" not in done.stderr, (done.returncode, done.stderr[-2000:])
    assert int(done.stdout.split("peak ")[-1]) < GIGABYTE / 2**20, done.stdout
    # refused before memory ran out, not by its running out
    assert "memory" not in done.stdout, done.stdout
    if done.stdout.startswith("refused: "):
        check_sentence(done.stdout.splitlines()[0])
    return done.stdout


def write_deleting_journal(database: Path, outside: Path) -> None:
    """Write a journal that has SQLite delete ``outside`` once it was played back into the ``database``, of 4 KB pages.

    Nothing is played back into an empty file.
    """
    name, magic = os.fsencode(outside), bytes.fromhex("d9d505f920a163d7")
    pages = database.stat().st_size // 4096
    head = (magic + struct.pack(">5I", 0, 1, pages, 512, 4096)).ljust(512, b"\0")
    tail = struct.pack(">2I", len(name), sum(name)) + magic
    Path(f"{database}-journal").write_bytes(head + struct.pack(">I", 2**30 // 4096 + 1) + name + tail)


def seeds(start: int = 0) -> Iterator[int]:
    """As many seeds as there are cases."""
    return iter(range(start, start + CASES))
