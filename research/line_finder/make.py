"""Make the line finder, resources/models/line-finder.h5: a network that marks the lines of writing on a page.

Run through `make line-finder`. It learns from pages drawn with handwriting fonts and, where a folder of real pages is
given (pages.csv, images, PAGE XML with baselines), from those of part `train`. Drawn pages and checkpoints are kept in
the folder; training goes on from the last checkpoint when it is run again.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from research.line_finder.examples import Example, drawn, real
from research.line_finder.learning import fit

if TYPE_CHECKING:
    from core.model.line_finder import LineFinder

HERE = Path(__file__).parent


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="where drawn pages and checkpoints are kept")
    parser.add_argument("--fonts", type=Path, required=True, help="where fonts and word lists lie (make starter)")
    parser.add_argument("--out", type=Path, default=HERE.parents[1] / "resources" / "models" / "line-finder.h5")
    parser.add_argument("--pages", type=Path, help="a folder with pages.csv and pages/")
    parser.add_argument("--without", action="append", default=[], help="a collection that is not learnt from")
    parser.add_argument("--drawn", type=int, default=360)
    parser.add_argument("--steps", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--device", default="auto")
    options = parser.parse_args()
    from core.device import resolve_device

    device = resolve_device(options.device)
    files = drawn(options.fonts, options.folder, options.drawn, options.processes)
    learn: list[Example] = []
    aside: list[Example] = []
    counts: dict[str, int] = {}
    if options.pages:
        learn, aside, counts = real(options.pages, options.folder, tuple(options.without))
    of_collection = Counter(_collection(example.name) for example in learn)
    chances = np.array([of_collection[_collection(example.name)] ** -0.5 for example in learn])
    net = fit(
        learn, chances / max(chances.sum(), 1e-9), files, aside, steps=options.steps, seed=options.seed, device=device,
        checkpoint=options.folder / f"line-finder-{options.steps}-{options.seed}.checkpoint",
    )  # fmt: skip
    about: dict[str, Any] = {
        "drawn_pages": len(files), "steps": options.steps, "seed": options.seed, "device": device,
        "pages_aside": len(aside), "learnt_from": sources(counts),
    }  # fmt: skip
    from core.model.line_finder import LineFinder

    save(options.out, LineFinder(net), about)
    print(json.dumps(about, indent=1), flush=True)


def save(path: Path, finder: LineFinder, about: dict[str, Any]) -> None:
    """Write the weights in half precision, which is enough for a network; ``about`` describes how they were trained."""
    from core.store.shipped_files import LINE_FINDER
    from core.store.tree import write_part

    arrays = {n: a.astype(np.float16) if a.dtype.kind == "f" else a for n, a in finder.to_arrays().items()}
    write_part(path, LINE_FINDER, arrays, about)


def _collection(name: str) -> str:
    return name.removeprefix("real-").split("__")[0]


def sources(counts: dict[str, int]) -> list[dict[str, Any]]:
    """Return the collections learnt from, as in the starter's sources.json, with the number of pages of each."""
    known = json.loads((HERE.parent / "starter" / "sources.json").read_text(encoding="utf-8"))
    unknown = {"licence": "unknown", "source": "unknown"}
    return [
        {**known.get(name, {"title": name, **unknown}), "pages": count}
        for name, count in sorted(counts.items())
        if count
    ]


if __name__ == "__main__":
    main()
