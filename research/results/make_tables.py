"""Write the tables and pictures of the documents from the figures in this folder (`make tables`).

First it writes the rows of those figures that have records word by word. A table stands between
``<!-- table: NAME -->`` and ``<!-- end of table -->``.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import re
import sys
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from core.evaluation.decision_rules import DecisionRule
from core.evaluation.metrics import Interval, wilson_interval
from research.__main__ import main as research
from research.benchmark.annotation_simulation import words_until
from research.benchmark.records import SUFFIX
from research.commands.report import PAIRED
from research.results.picture_rows import DISTANCES, NO_GATE, PAPER, PERFECT, STACKING, gate_rule, write_picture_rows
from research.results.pictures import pictures
from research.results.rows import (
    RESULTS,
    described_parts,
    is_by_offset,
    read_csv,
    rows_of,
    shares_by_fold,
    shares_of_pair,
    write_csv,
)

RECORDS = RESULTS / "records"
DOCS = RESULTS.parents[1] / "docs"
DOCUMENTS = (DOCS / "benchmarks.md", DOCS / "learners.md", RESULTS / "tables.md")
BLOCK = re.compile(r"(<!-- table: (?P<name>[\w-]+) -->\n).*?(<!-- end of table -->)", re.DOTALL)
AGAINST = {
    "annotation-simulation": "none",
    "paper-network": "gate,paper-15/gate",
    "starter-pair": "phosc-ctc-with/gate",
    **dict.fromkeys(("demo", "foreign-digits", "foreign-words", "open-lists", "peraire"), "gate"),
}
"""The rows that those of a folder of records are compared with, where they are not :data:`USUAL`."""
USUAL = "gate,phosc-ctc/gate"
CLUSTERS = {"foreign-digits": "image"}
"""The option ``--cluster`` of a folder, where it is not by what the records know."""
RATES = "A_u A_s h A_b"
COMPARED = "paired"
"""The file of the comparisons of all records; its column ``records`` names them."""
SHOWN = r"(phosc-ctc|compact|compact-15)/(?!rival_stacking).*|compact-15:.*/gate"
"""Rows of records to show: of variants of the paper's gates only those with gates; stacking once."""
TABLES = {
    **{
        f"splits-{data}": (
            "splits",
            {"data": data, "row": SHOWN},
            f"distance gate_inputs decision {RATES} auroc confidence_auroc ece_seen ece_unseen",
        )
        for data in ("gw", "dhsd", "copiste")
    },
    **{
        f"splits-{data}-paired": (
            COMPARED,
            {"records": "splits", "data": data, "row": SHOWN},
            "distance decision against_distance against_gate_inputs against_decision difference p p_holm verdict",
        )
        for data in ("gw", "copiste")
    },
    "gw-nine-rounds": (
        "gw-nine-rounds",
        {},
        f"decision {RATES} A_u_met A_u_not_met h_sd auroc confidence_auroc ece_seen ece_unseen ece_worst",
    ),
    "gw-nine-rounds-paired": (COMPARED, {"records": "gw-nine-rounds"}, "decision difference p p_holm verdict"),
    "gw-decisions": ("gw-decisions", {"row": SHOWN}, f"distance gate_inputs classifier decision folds {RATES} auroc"),
    **{
        f"{name}-own-gates": (
            COMPARED,
            {"records": records, "row": "compact.*/(vote|stacking)", "against": "compact.*/gate"},
            "distance decision against_gate_inputs against_classifier against_decision difference p p_holm verdict",
        )
        for name, records in (("gw-decisions", "gw-decisions"), ("gw-nothing", "gw-from-nothing"))
    },
    "gw-decisions-paired": (
        COMPARED,
        {"records": "gw-decisions", "row": SHOWN, "against": "phosc-ctc/gate"},
        "distance gate_inputs classifier decision difference p p_holm verdict",
    ),
    "gw-nothing": ("gw-from-nothing", {"row": SHOWN}, f"distance gate_inputs classifier decision folds {RATES} auroc"),
    "paper-network": (
        "paper-network",
        {"row": r"paper-15/(vote|stacking|gate|oracle_gate)|paper-.*/gate|paper-15-(lr|rf)/vote"},
        f"decision gate_inputs classifier {RATES} auroc tpr tnr",
    ),
    "starter-recipe": ("starter-recipe", {}, "recipe in_list cer in_list_difference cer_difference"),
    "starter-pair": (
        "starter-pair",
        {"row": ".*/(vote|stacking|gate)"},
        f"variant decision A_u_met A_u_not_met {RATES}",
    ),
    "starter-pair-paired": (
        COMPARED,
        {"records": "starter-pair", "row": "phosc-ctc-without/gate"},
        "variant against_variant decision difference only_row only_against p p_holm verdict",
    ),
    "simulation": (
        "annotation-simulation",
        {"row": ".*/gate", "start": "starter", "steps": "150", "words": "[2-5]0|[12]00"},
        "data order seed words corrected A_u A_s n_seen h all_correct",
    ),
    "learning-curve": (
        "annotation-simulation",
        {"row": ".*/gate", "data": "gw", "order": "page", "seed": "0", "words": ".*00"},
        "words start steps A_u A_s h all_correct",
    ),
    "hands": (
        "hands",
        {},
        "collection lines words in_list_before in_list_after in_list_adapted cer_before cer_after cer_adapted",
    ),
    "open-lists": (
        "open-lists",
        {"row": "[^:]*/(?!one_m1).*|.*:.*/gate"},
        "data list words seeds distance decision all_correct A_s A_u A_o n_unlisted confidence_auroc"
        " ece ece_seen ece_unseen ece_unlisted wrong_at_90_percent_unlisted",
    ),
    **{
        name: (name, {}, f"decision {RATES} {met}n_seen n_unseen auroc confidence_auroc ece_seen ece_unseen")
        for name, met in (("demo", ""), ("peraire", "A_u_met A_u_not_met "))
    },
    **{
        name: (
            name,
            {"row": ".*-paper/(vote|stacking|gate|oracle_gate)|.*/gate"},
            "variant decision A_u A_s h auroc tpr tnr",
        )
        for name in ("foreign-digits", "foreign-words")
    },
    "speed": ("speed", {}, "benchmark quantity value unit note"),
    "scale": (
        "scale",
        {},
        "lexicon_words distance cpu_ms_a_query clock_ms_a_query index_built_in_s memory_MB nearest_found queries",
    ),
}
"""The tables by name: the file, the patterns that values of its rows must match, and the columns to show."""
TARGETS = "simulation-targets"
AIM = 0.9
SORTED = {
    "simulation": ("data", "order", "seed", "words"),
    "learning-curve": ("words", "start", "steps"),
    TARGETS: ("data", "measure", "order", "seed"),
}
"""Columns by which a table is sorted; others keep the order of their file."""
HEADINGS = {name: name for name in ("A_u", "A_s", "A_b", "A_o")} | {
    "h_sd": "deviation of h",
    "variant": "model",
    "against_variant": "compared with",
    "confidence_auroc": "AUROC of confidence",
    "A_u_met": "A_u, met by the starter",
    "A_u_not_met": "A_u, not met",
}
ABBREVIATIONS = {name.lower(): name for name in ("AUGRC", "AUROC", "AUSUC", "CPU", "ECE", "OOL")}
SHOWN_SETTINGS = (
    ("GW, small readers from nothing", "gw-from-nothing", "gw", ("compact-15", "compact")),
    ("GW, one reader of the paper's network", "paper-network", "gw", ("paper-15",)),
    ("GW, starter model, signature", "gw-decisions", "gw", ("compact-15", "compact")),
    ("GW, **the default**, twelve runs", "gw-nine-rounds", "gw", ("phosc-ctc",)),
    ("Copiste, 14 writers never met, signature", "splits", "copiste", ("compact-15", "compact")),
    ("Copiste, **the default**", "splits", "copiste", ("phosc-ctc",)),
    ("DHSD, 5 writers never met, signature", "splits", "dhsd", ("compact-15", "compact")),
    ("DHSD, **the default**", "splits", "dhsd", ("phosc-ctc",)),
    ("`peraire`, **the default**, 14 pages transcribed", "peraire", "peraire", ("phosc-ctc-20261127-005720",)),
    ("demo, preset of the demo", "demo", "demo", ("demo",)),
    ("demo, histograms of gradients", "foreign-words", "demo", ("hog-ridge-paper", "hog-ridge-gates")),
    ("digits by strokes, no text", "foreign-digits", "digits", ("digit-attributes-paper", "digit-attributes-gates")),
)
"""The title of a row, its file and data, and its members: those that all rules are shown of first, then the same ones
with gates of the other kind."""
COLUMNS = ("setting", "bias", NO_GATE, PAPER, DISTANCES, STACKING, PERFECT)
NO_GATES = "none: too few images, stacking decides"
_RULES = {NO_GATE: "vote", STACKING: "stacking", PERFECT: "oracle_gate"}


def main() -> int:
    """Write rows and documents; with ``--check`` nothing is written, and a document out of date gives 1."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="change nothing; exit code 1 where a table is out of date")
    check = parser.parse_args().check
    if not check:
        if not all(write_rows(records, RESULTS) for records in sorted(RECORDS.iterdir())):
            return 1
        write_picture_rows(RECORDS, RESULTS)
    outdated = []
    for path, renewed in renewed_files().items():
        if path.is_file() and path.read_text(encoding="utf-8") == renewed:
            continue
        outdated.append(path)
        if not check:
            path.write_text(renewed, encoding="utf-8")
    for path in outdated:
        print(f"{path} {'is out of date' if check else 'written'}")
    return 1 if check and outdated else 0


def renewed_files() -> dict[Path, str]:
    """Return the documents with their tables made anew, and the pictures."""
    return {path: with_tables(path.read_text(encoding="utf-8")) for path in DOCUMENTS} | pictures()


def write_rows(records: Path, folder: Path) -> bool:
    """Write the rows of a folder or archive of records, and their comparisons; return False for bad records.

    In ``folder``/paired.csv the comparisons of other records stay as they are.
    """
    name = records.name.removesuffix(SUFFIX)
    command = ["benchmark", "report", str(records), "--against", AGAINST.get(name, USUAL)]
    command += ["--cluster", CLUSTERS[name]] if name in CLUSTERS else []
    out = folder / f"{name}.csv"
    with contextlib.redirect_stdout(io.StringIO()):
        if research([*command, "--out", str(out)]) != 0:
            return False
    own = out.with_stem(name + PAIRED)
    if own.exists():
        rows = [row for row in read_csv(folder / f"{COMPARED}.csv") if row["records"] != name]
        rows += [{"records": name} | row for row in read_csv(own)]
        columns = dict.fromkeys(column for row in rows for column in row)
        write_csv(folder / f"{COMPARED}.csv", columns, sorted(rows, key=lambda row: row["records"]))
        own.unlink()
    return True


def with_tables(text: str) -> str:
    """Return ``text`` with every marked table made anew; raise KeyError for a name that ``TABLES`` does not have."""
    return BLOCK.sub(lambda match: f"{match[1]}\n{table(match['name'])}\n{match[3]}", text)


def table(name: str) -> str:
    """Return one table as Markdown."""
    if name in COMPUTED:
        rows = COMPUTED[name]()
        names = [column for column in rows[0] if not column.endswith(("_low", "_high"))]
    else:
        file, where, columns = TABLES[name]
        names, rows = columns.split(), matching_rows(file, where)
    if name in SORTED:
        rows.sort(key=lambda row: [sort_key(row[column]) for column in SORTED[name]])
    lines = [[heading(column) for column in names], ["---"] * len(names)]
    lines += [[cell(row, column) for column in names] for row in rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def sort_key(value: str) -> tuple[int, str]:
    """Return a key that puts numbers in their order."""
    return (int(value), "") if value.isdigit() else (0, value)


def matching_rows(file: str, where: dict[str, str]) -> list[dict[str, str]]:
    """Return the rows of a file that match the patterns, with what they show."""
    rows = [row for row in rows_of(file) if all(re.fullmatch(where[key], row[key]) for key in where)]
    return [described_parts(row) | row for row in rows]


def targets() -> list[dict[str, str]]:
    """Return after how many transcribed words a share of ``AIM`` is reached, by data, order and seed.

    It is interpolated linearly between two sizes.
    """
    file, where, _ = TABLES["simulation"]
    runs: defaultdict[tuple[str, ...], list[dict[str, Any]]] = defaultdict(list)
    for row in sorted(matching_rows(file, where), key=lambda row: int(row["words"])):
        shares = {measure: float(row[measure]) for measure in ("h", "all_correct")}
        runs[row["data"], row["order"], row["seed"]].append({"words": row["words"], **shares})
    found = []
    for (data, order, seed), sizes in runs.items():
        for measure in ("h", "all_correct"):
            words = words_until(sizes, AIM, measure=measure)
            if words is None:
                shown = f"not after {sizes[-1]['words']} ({sizes[-1][measure]:.3f})"
            elif words < int(sizes[0]["words"]):
                shown = f"at most {sizes[0]['words']}"
            else:
                shown = f"{words:.0f}"
            run = {"data": data, "order": order, "seed": seed}
            found.append(run | {"measure": measure, "target": str(AIM), "words": shown})
    return found


def heading(column: str) -> str:
    """Return the heading of a column."""
    return HEADINGS.get(column) or " ".join(ABBREVIATIONS.get(word, word) for word in column.split("_"))


def cell(row: dict[str, str], column: str) -> str:
    """Return a figure with its interval or range where the row has one, a dash where it has nothing."""
    value = row.get(column, "")
    ends = "–".join(end for end in (row.get(f"{column}_low"), row.get(f"{column}_high")) if end)
    return f"{value} ({ends})" if value and ends else value or ends or "–"


def setting_rows() -> list[dict[str, str]]:
    """Return the rows of the table of settings."""
    rows = []
    for title, file, data, members in SHOWN_SETTINGS:
        published = {row["row"]: row for row in rows_of(file) if row["data"] == data}
        plain = published[f"{members[0]}/{DecisionRule.UNGATED_VOTE}"]
        shown = dict.fromkeys(COLUMNS, "")
        shown |= {"setting": title, "bias": _short(float(plain["A_s"]) - float(plain["A_u"]))}
        shown |= {name: _figures(published[f"{members[0]}/{rule}"]) for name, rule in _RULES.items()}
        for preset in members:
            gates = published[f"{preset}/{DecisionRule.GATED}"]
            shown[gate_rule(preset)] = NO_GATES if is_by_offset(gates) else _figures(gates)
        rows.append(shown)
    return rows


COMPUTED = {
    TARGETS: targets,
    "settings": setting_rows,
    "starter-words": shares_by_fold,
    "starter-pair-untrained": shares_of_pair,
}
"""The functions that return the rows of the other tables; the first row has the columns to show."""


def _figures(row: Mapping[str, str]) -> str:
    """Return h and the share of all images with intervals; a dagger: Wilson's, images as independent."""
    share = float(row["all_correct"])
    if row.get("all_correct_low"):
        ends, mark = (float(row["all_correct_low"]), float(row["all_correct_high"])), ""
    else:
        images = sum(int(row.get(name) or 0) for name in ("n_seen", "n_unseen", "n_unlisted"))
        ends, mark = wilson_interval(share * images, images), "†"
    h, of_h = float(row["h"]), (float(row["h_low"]), float(row["h_high"]))
    return f"h **{_short(h)}** {_range(of_h)}<br>all {_short(share)} {_range(ends)}{mark}"


def _range(ends: Interval) -> str:
    return f"({_short(ends[0])}–{_short(ends[1])})"


def _short(value: float) -> str:
    return f"{value:.3f}".replace("0.", ".", 1).replace("-", "−")


if __name__ == "__main__":
    sys.exit(main())
