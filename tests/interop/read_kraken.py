"""Read PAGE and ALTO files as kraken does for training; runs in kraken's environment.

Standard input: a JSON list of paths. Standard output: for each path its lines (text, number of points of the baseline,
0 without an outline), or the error.
"""

import json
import sys
from contextlib import redirect_stdout

from kraken.lib.xml import XMLPage


def read(path, linetype):
    lines = XMLPage(path, linetype=linetype).get_sorted_lines()
    if linetype == "bbox":
        return [[line.text or "", 0] for line in lines]
    return [[line.text or "", len(line.baseline or ()) if line.boundary else 0] for line in lines]


def main():
    found = {}
    for path in json.load(sys.stdin):
        try:
            found[path] = {"baselines": read(path, "baselines"), "boxes": read(path, "bbox")}
        except Exception as error:
            found[path] = {"error": f"{type(error).__name__}: {error}"}
    return found


with redirect_stdout(sys.stderr):  # some programs print while they read
    result = main()
json.dump(result, sys.stdout)
