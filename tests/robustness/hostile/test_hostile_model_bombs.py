"""Model files that claim or unpack to gigabytes: refused before the memory is taken."""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable
from pathlib import Path

import h5py
import numpy as np
import pytest
from ensemble_helpers import TinyNet, ensemble
from hostile_helpers import MANY, check_sentence, in_limits
from tally import Harm, tally

from core.errors import ModelFileError
from core.model import signature_learner
from core.store.model_file import load_ensemble, save_ensemble
from core.store.summary import model_summary

pytestmark = pytest.mark.timeout(3600)
SEEN = "members/00/seen"


@pytest.fixture
def model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setitem(signature_learner.NETS, "compact", TinyNet)
    folder = tmp_path / "models"
    folder.mkdir()
    save_ensemble(folder / "m.h5", ensemble(1))
    return folder / "m.h5"


def _spoil(change: Callable[[h5py.File, Path], None], path: Path) -> None:
    with h5py.File(path, "r+") as file:
        change(file, path)


def _packed_zeros(file: h5py.File, path: Path) -> None:
    _zeros(file, "members/00/calibration/votes", 2**26, "f4")


def _zeros(file: h5py.File, name: str, count: int, kind: str, chunk: int = 2**20) -> None:
    if name in file:
        del file[name]
    made = file.create_dataset(name, shape=(count,), dtype=kind, chunks=(chunk,), compression=9)
    block = zlib.compress(np.zeros(chunk, kind).tobytes(), 1)
    for start in range(0, count, chunk):
        made.id.write_direct_chunk((start,), block)


def _huge_chunk(file: h5py.File, path: Path) -> None:
    """Ten numbers in a chunk that unpacks to two gigabytes."""
    del file[SEEN]
    made = file.create_dataset(SEEN, shape=(4,), maxshape=(None,), dtype="i8", chunks=(2**28,), compression=9)
    packer = zlib.compressobj(1)
    block = b"\0" * 2**24
    packed = b"".join([packer.compress(block) for _ in range(2**31 // 2**24)] + [packer.flush()])
    made.id.write_direct_chunk((0,), packed)


def _claims(count: int) -> Callable[[h5py.File, Path], None]:
    def change(file: h5py.File, path: Path) -> None:
        del file["members/00/calibration/votes"]
        file.create_dataset("members/00/calibration/votes", shape=(count,), dtype="f4", chunks=(1024,))

    return change


def _claims_in_a_row(file: h5py.File, path: Path) -> None:
    """A table that is not in parts, whose bytes the file does not have."""
    del file["members/00/calibration/votes"]
    file.create_dataset("members/00/calibration/votes", shape=(2**28,), dtype="f8")


def _huge_alphabet(file: h5py.File, path: Path) -> None:
    """A card that asks for a network of gigabytes before a single weight is compared."""
    card = json.loads(file["card"][()].tobytes())
    card["alphabet"]["bigrams"] = [chr(0x100 + i) + "a" for i in range(2000)]
    card["alphabet"]["levels"] = {name: list(range(1, 21)) for name in ("phos", "phoc", "bigrams")}
    del file["card"]
    file["card"] = np.frombuffer(json.dumps(card).encode(), np.uint8)


ALPHABET = "an alphabet for a network of gigabytes"
BOMBS = {
    "256 MB of zeros in a column": _packed_zeros,
    "a chunk of 2 GB": _huge_chunk,
    "a claim of 4 GB": _claims(2**30),
    "a claim of 2^60 numbers": _claims(2**60),
    "a claim of 2 GB in a row": _claims_in_a_row,
    ALPHABET: _huge_alphabet,
}


@pytest.mark.parametrize("name", ["a claim of 4 GB", "a claim of 2^60 numbers", "a claim of 2 GB in a row"])
def test_claims_are_refused_before_they_are_believed(name: str, model: Path) -> None:
    _spoil(BOMBS[name], model)
    for door in (load_ensemble, model_summary):
        with pytest.raises(ModelFileError, match="far more numbers"):
            door(model)


def test_bombs(model: Path) -> None:
    """All in one child, for starting the network library takes longer than all of them."""
    if not MANY:
        pytest.skip("takes half a minute, so it belongs to `make robustness`")
    whole = model.read_bytes()
    for number, name in enumerate(BOMBS):
        path = model.with_name(f"{number}.h5")
        path.write_bytes(whole)
        _spoil(BOMBS[name], path)
    model.unlink()
    told = in_limits(
        """
        import torch, core.model.signature_learner, core.model.spelling_learner
        from core.store.model_file import load_ensemble
        from core.store.summary import model_summary

        def both(folder):
            for path in sorted(folder.glob("*.h5")):
                for door in (load_ensemble, model_summary):
                    started = time.process_time()
                    try:
                        door(path)
                        print(path.stem, door.__name__, "read")
                    except DuctusError as error:
                        print(path.stem, door.__name__, "refused:", ascii(str(error)))
                    assert time.process_time() - started < 10
        """,
        "both(Path(sys.argv[1]))",
        model.parent,
        seconds=10 * len(BOMBS),
    )
    rows = [line.split(" ", 2) for line in told.splitlines()]
    for number, name in enumerate(BOMBS):
        for door in ("load_ensemble", "model_summary"):
            (said,) = [row[2] for row in rows if row[:2] == [str(number), door]]
            check_sentence(said)
            # the summary builds no network, so to it an alphabet is only a list
            assert said.startswith("refused") or (door, name) == ("model_summary", ALPHABET), (name, door, said)
        tally(Harm.MODELS, f"HDF5 bomb: {name}", 2, "refused within 1 GB and 10 s")
