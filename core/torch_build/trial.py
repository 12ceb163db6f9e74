"""A program that lets a PyTorch multiply on the graphics card and prints the outcome: `MODULE PACKAGES`.

PACKAGES is the folder with torch. It prints one line of JSON, {"problem": CLAUSE}, empty where the product is right. A
process of its own, because a PyTorch that does not fit the driver may end the process.
"""

import json
import sys
from pathlib import Path

from core.language import tr
from core.torch_build.installed import use_packages

_SIZE = 256
_TOLERANCE = 1e-3


def main() -> None:
    """Print what is wrong with the PyTorch in the folder that the first argument names."""
    packages = Path(sys.argv[1])
    use_packages(packages)
    try:
        problem = find_problem(packages)
    except Exception as error:  # whatever a library that does not fit raises
        first = (str(error).strip().splitlines() or [""])[0]
        problem = tr(
            "its PyTorch does not start ({name}: {first})", name=type(error).__name__, first=first[:200].rstrip(".")
        )
    print(json.dumps({"problem": problem}))


def find_problem(packages: Path) -> str:
    """Return why torch cannot compute on the card, as a clause; empty if it can."""
    import torch

    if packages.resolve() not in Path(torch.__file__).resolve().parents:
        return tr("its PyTorch is not the one that was loaded")
    if not torch.cuda.is_available():
        return tr("its PyTorch finds no card that it can use, or the driver is too old for it")
    generator = torch.Generator().manual_seed(1)
    left, right = (torch.rand(_SIZE, _SIZE, generator=generator) - 0.5 for _ in range(2))
    product = (left.cuda() @ right.cuda()).cpu()
    if (product - left @ right).abs().max().item() > _TOLERANCE * _SIZE:
        return tr("the card computes wrongly")
    return ""


if __name__ == "__main__":
    main()
