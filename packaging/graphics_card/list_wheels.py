"""List the files of a PyTorch that computes on graphics cards: `list_wheels.py WHEELS LIST`.

WHEELS is a folder into which pip downloaded torch, as it is for cards, with all that it needs:
`pip download --only-binary :all: --dest WHEELS torch===VERSION`. LIST is a file of resources/graphics_card.
"""

from __future__ import annotations

import argparse
import hashlib
import re
import zipfile
from pathlib import Path

_KEPT = re.compile(r"(torch|nvidia_\w+)-")
"""Everything else is in the program (SymPy, NumPy ...), or is for code that is compiled on the card (Triton)."""
_HEAD = """\
# The files of a PyTorch that computes on NVIDIA cards. Made by packaging/graphics_card/list_wheels.py; see
# docs/decisions/0033-graphics-card.md. Sizes are bytes, packed and unpacked. CUDA {cuda} needs this driver or a later
# one, and the code inside is for cards of this compute capability or a later one.
torch = "{torch}"
python = "{python}"
cuda = "{cuda}"
driver = {driver}
capability = {capability}
"""


def main() -> None:
    """Write the list."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("wheels", type=Path)
    parser.add_argument("list", type=Path)
    parser.add_argument("--driver", type=int, required=True, help="first number of the oldest driver, such as 580")
    parser.add_argument("--capability", type=float, required=True, help="of the oldest card, such as 7.5")
    options = parser.parse_args()
    wheels = sorted((file for file in options.wheels.glob("*.whl") if _KEPT.match(file.name)), key=_torch_last)
    torch = wheels[-1]
    with zipfile.ZipFile(torch) as archive:
        version = archive.read("torch/version.py").decode()
    cuda = re.search(r"cuda.* = '([\d.]+)'", version)
    if cuda is None:
        raise SystemExit(f"{torch.name} is not for NVIDIA cards.")
    _, number, python, *_ = torch.name.split("-")
    head = _HEAD.format(
        torch=number.partition("+")[0],
        python=python,
        cuda=cuda[1],
        driver=options.driver,
        capability=options.capability,
    )
    options.list.write_text(head + "".join(map(_entry, wheels)), encoding="utf-8")


def _torch_last(file: Path) -> tuple[bool, str]:
    return file.name.startswith("torch-"), file.name


def _entry(file: Path) -> str:
    with zipfile.ZipFile(file) as archive:
        unpacked = sum(entry.file_size for entry in archive.infolist())
    with file.open("rb") as stream:
        digest = hashlib.file_digest(stream, "sha256").hexdigest()
    return (
        f'\n[[file]]\nname = "{file.name}"\nsize = {file.stat().st_size}\nunpacked = {unpacked}\nsha256 = "{digest}"\n'
    )


if __name__ == "__main__":
    main()
