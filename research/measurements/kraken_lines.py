"""Find the lines of whole pages with kraken's default model, for bench_lines.py --found kraken=FILE.

Run it in an environment of its own, where kraken is installed and Ductus need not be:

    python kraken_lines.py FOLDER --out FILE.jsonl [--part check] [--without COLLECTION]
        [--only FILE]

A JSON object a page: its name, the outlines of its lines, seconds, and the peak memory of the process so far in MB.
Where torchvision was built for a graphics card that is not there, its operators are left out: finding lines needs none.
"""

from __future__ import annotations

import argparse
import json
import resource
import time
from pathlib import Path
from typing import Any

from research.measurements.bench_lines import chosen_pages


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="with pages.csv (page, collection, part) and pages/")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--part", default="check")
    parser.add_argument("--without", action="append", default=[], metavar="COLLECTION")
    parser.add_argument("--only", type=Path, help="a file with the names of the pages to take, one a line")
    parser.add_argument("--threads", type=int, default=1)
    options = parser.parse_args()
    segment = line_finder(options.threads)
    from PIL import Image

    with options.out.open("w", encoding="utf-8") as out:
        for row in chosen_pages(options):
            (scan,) = (path for path in (options.folder / "pages").glob(f"{row['page']}.*") if path.suffix != ".xml")
            picture = Image.open(scan).convert("RGB")
            begin = time.perf_counter()
            lines = segment(picture)
            seconds = time.perf_counter() - begin
            memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
            entry = {"page": row["page"], "lines": lines, "seconds": seconds, "memory": memory}
            out.write(json.dumps(entry) + "\n")
            out.flush()
            print(row["page"], len(lines), f"{seconds:.1f} s", flush=True)


def line_finder(threads: int) -> Any:
    """Return the function that gives the outlines of a picture's lines."""
    import torch

    torch.set_num_threads(threads)
    register = torch.library.register_fake

    def register_what_is_there(operator: Any, *args: Any, **more: Any) -> Any:
        if isinstance(operator, str) and operator.startswith("torchvision::"):
            return lambda function: function
        return register(operator, *args, **more)

    torch.library.register_fake = register_what_is_there
    from kraken import blla  # type: ignore[import-not-found]

    def outlines(picture: Any) -> list[list[list[int]]]:
        found = blla.segment(picture, device="cpu").lines
        return [[[int(x), int(y)] for x, y in line.boundary] for line in found if line.boundary]

    return outlines


if __name__ == "__main__":
    main()
