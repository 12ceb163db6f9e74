"""The table of docs/benchmarks.md: every setting by every decision rule, h and the share of all images."""

from __future__ import annotations

from collections.abc import Mapping

from core.evaluation.decision_rules import DecisionRule
from core.evaluation.metrics import Interval, wilson_interval
from research.results.picture_rows import DISTANCES, NO_GATE, PAPER, PERFECT, STACKING, gate_rule
from research.results.row_parts import is_by_offset
from research.results.rows import rows_of

SETTINGS = (
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


def setting_rows() -> list[dict[str, str]]:
    """Return the rows of the table."""
    rows = []
    for title, file, data, members in SETTINGS:
        published = {row["row"]: row for row in rows_of(file) if row["data"] == data}
        plain = published[f"{members[0]}/{DecisionRule.UNGATED_VOTE}"]
        shown = {"setting": title, "bias": _short(float(plain["A_s"]) - float(plain["A_u"]))}
        shown |= {name: _figures(published[f"{members[0]}/{rule}"]) for name, rule in _RULES.items()}
        for preset in members:
            gates = published[f"{preset}/{DecisionRule.GATED}"]
            shown[gate_rule(preset)] = NO_GATES if is_by_offset(gates) else _figures(gates)
        rows.append(shown)
    return rows


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
