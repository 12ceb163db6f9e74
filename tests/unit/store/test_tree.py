"""Arrays and a card in HDF5: exact round trips, atomic writing, and no trust in what is read."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import h5py
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays

from core.errors import DuctusError, ModelFileError
from core.store import tree
from core.store.eight_bits import from_eight_bits, to_eight_bits
from core.store.tree import read_card, read_tree, write_tree

CARD = {"name": "größe", "list": [1, 2.5, None, True]}
kinds = st.sampled_from(["u1", "i8", "u8", "f2", "f4", "f8", "?"])


def sound(path: Path) -> Path:
    write_tree(path, CARD, {"a/b": np.arange(6.0).reshape(2, 3), "n": np.array(7)})
    return path


@given(
    st.dictionaries(
        st.from_regex(r"\A[a-z]{1,4}(/[a-z]{1,4}){0,2}\Z"),
        kinds.flatmap(lambda kind: arrays(kind, array_shapes(min_dims=0, max_dims=3, min_side=0, max_side=4))),
        max_size=4,
    )
)
@settings(max_examples=40, deadline=None)
def test_every_array_comes_back_bit_for_bit(
    tmp_path_factory: pytest.TempPathFactory, content: dict[str, np.ndarray]
) -> None:
    names = list(content)
    content = {
        n: a
        for n, a in content.items()
        if n.split("/")[0] != "card" and not any(other.startswith(n + "/") for other in names)
    }
    path = tmp_path_factory.mktemp("tree") / "model.h5"
    write_tree(path, CARD, content)
    card, back = read_tree(path)
    assert card == CARD == read_card(path) and set(back) == set(content)
    for name, array in content.items():
        assert back[name].dtype == array.dtype and back[name].shape == array.shape
        assert back[name].tobytes() == array.tobytes()


def test_large_tables_of_whole_numbers_are_packed(tmp_path: Path) -> None:
    even = np.zeros((200, 200), np.int64)
    write_tree(tmp_path / "m.h5", {}, {"even": even})
    assert (tmp_path / "m.h5").stat().st_size < even.nbytes / 10
    assert not read_tree(tmp_path / "m.h5")[1]["even"].any()


@pytest.mark.parametrize("bad", [np.array([object()]), np.array(["text"])])
def test_a_failing_write_leaves_the_old_file_and_nothing_else(tmp_path: Path, bad: np.ndarray) -> None:
    path = sound(tmp_path / "m.h5")
    before = path.read_bytes()
    with pytest.raises((TypeError, ValueError)):
        write_tree(path, CARD, {"good": np.zeros(3), "bad": bad})
    assert path.read_bytes() == before and list(tmp_path.iterdir()) == [path]


def test_a_full_disk_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = sound(tmp_path / "m.h5")
    before = path.read_bytes()

    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(tree.os, "fsync", full)
    with pytest.raises(DuctusError, match="the disk is full"):
        write_tree(path, {}, {})
    assert path.read_bytes() == before and list(tmp_path.iterdir()) == [path]


def test_a_card_that_is_no_json_is_not_written(tmp_path: Path) -> None:
    with pytest.raises(TypeError):
        write_tree(tmp_path / "m.h5", {"a": object()}, {})
    assert not list(tmp_path.iterdir())


# Contents that a stranger may have put into a file


def _soft(file: h5py.File, folder: Path) -> None:
    file["link"] = h5py.SoftLink("/n")


def _external(file: h5py.File, folder: Path) -> None:
    sound(folder / "other.h5")
    file["link"] = h5py.ExternalLink(str(folder / "other.h5"), "/n")


def _link_in_group(file: h5py.File, folder: Path) -> None:
    file["a/link"] = h5py.SoftLink("/nowhere")


def _virtual(file: h5py.File, folder: Path) -> None:
    sound(folder / "other.h5")
    layout = h5py.VirtualLayout((2, 3), "f8")
    layout[:] = h5py.VirtualSource(str(folder / "other.h5"), "a/b", (2, 3))
    file.create_virtual_dataset("virtual", layout)


def _outside(file: h5py.File, folder: Path) -> None:
    (folder / "secret").write_bytes(b"\1" * 16)
    file.create_dataset("outside", (16,), "u1", external=[(str(folder / "secret"), 0, 16)])


def _reference(file: h5py.File, folder: Path) -> None:
    file.create_dataset("reference", data=file["n"].ref, dtype=h5py.ref_dtype)


def _region(file: h5py.File, folder: Path) -> None:
    file.create_dataset("region", data=file["a/b"].regionref[0:1], dtype=h5py.regionref_dtype)


def _text(file: h5py.File, folder: Path) -> None:
    file["text"] = "import os"


def _fixed_text(file: h5py.File, folder: Path) -> None:
    file["text"] = np.array([b"abc"])


def _compound(file: h5py.File, folder: Path) -> None:
    file["pair"] = np.zeros(2, [("a", "f4"), ("b", "i4")])


def _opaque(file: h5py.File, folder: Path) -> None:
    file.create_dataset("raw", data=np.zeros(2, "V8"))


def _nothing(file: h5py.File, folder: Path) -> None:
    file["nothing"] = h5py.Empty("f4")


def _named_type(file: h5py.File, folder: Path) -> None:
    file["type"] = np.dtype("f4")


def _time(file: h5py.File, folder: Path) -> None:
    space = h5py.h5s.create_simple((2,))
    h5py.h5d.create(file.id, b"time", h5py.h5t.UNIX_D32LE, space)


def _huge(file: h5py.File, folder: Path) -> None:
    file.create_dataset("huge", (2**31, 2), "f8", chunks=(2**16, 2), compression=9)


def _bomb(file: h5py.File, folder: Path) -> None:
    """Four GiB claimed by a file of some kilobytes."""
    file.create_dataset("bomb", (2**29,), "f8", chunks=(2**16,), compression=9, fillvalue=1.0)


def _twice_packed(file: h5py.File, folder: Path) -> None:
    """Deflate on deflate: 64 MiB in less than a kilobyte."""
    plist = h5py.h5p.create(h5py.h5p.DATASET_CREATE)
    plist.set_chunk((2**26,))
    plist.set_deflate(9)
    plist.set_deflate(9)
    made = h5py.h5d.create(file.id, b"bomb", h5py.h5t.STD_U8LE, h5py.h5s.create_simple((2**26,)), plist)
    made.write(h5py.h5s.ALL, h5py.h5s.ALL, np.zeros(2**26, np.uint8))


def _deep(file: h5py.File, folder: Path) -> None:
    file.create_dataset("/".join("opqrstuvwxyz"), data=np.zeros(2))


def _ring(file: h5py.File, folder: Path) -> None:
    file["a/ring"] = file["a"]


def _lattice(file: h5py.File, folder: Path) -> None:
    """Eight groups that hold the next one a hundred times: no ring, yet a walk of 10^16 steps."""
    inner = file.create_group("end")
    for level in range(7):
        outer = file.create_group(f"level{level}")
        for number in range(100):
            outer[str(number)] = inner
        inner = outer


HOSTILE = [
    _soft,
    _external,
    _link_in_group,
    _virtual,
    _outside,
    _reference,
    _region,
    _text,
    _fixed_text,
    _compound,
    _opaque,
    _nothing,
    _named_type,
    _time,
    _huge,
    _bomb,
    _twice_packed,
    _deep,
    _ring,
    _lattice,
]


@pytest.mark.parametrize("spoil", HOSTILE, ids=lambda spoil: spoil.__name__.strip("_"))
def test_what_is_not_plain_numbers_in_this_file_is_refused(
    spoil: Callable[[h5py.File, Path], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tree, "MAX_ITEMS", 3000)  # the walk through the lattice ends sooner
    path = sound(tmp_path / "model.h5")
    with h5py.File(path, "r+") as file:
        spoil(file, tmp_path)
    with pytest.raises(ModelFileError, match=r"model\.h5: "):
        read_tree(path)


def _truncated(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-100])


def _emptied(path: Path) -> None:
    path.write_bytes(b"")


def _foreign(path: Path) -> None:
    path.write_bytes(b"PK\3\4 not HDF5 at all" * 50)


def _flipped(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[8:200] = bytes(255 - byte for byte in content[8:200])
    path.write_bytes(content)


def _gone(path: Path) -> None:
    path.unlink()


def _folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def _cardless(path: Path) -> None:
    _set_card(path, None)


def _card_in_floats(path: Path) -> None:
    _set_card(path, np.zeros(3))


def _card_broken(path: Path) -> None:
    _set_card(path, np.frombuffer(b"{'", np.uint8))


def _card_not_utf8(path: Path) -> None:
    _set_card(path, np.frombuffer(b"\xff\xfe", np.uint8))


def _card_a_list(path: Path) -> None:
    _set_card(path, np.frombuffer(b"[]", np.uint8))


def _card_too_deep(path: Path) -> None:
    _set_card(path, np.frombuffer(b"[" * 100_000, np.uint8))


def _card_linked(path: Path) -> None:
    with h5py.File(path, "r+") as file:
        file.move("card", "kept")
        file["card"] = h5py.SoftLink("/kept")


def _card_of_time(path: Path) -> None:
    with h5py.File(path, "r+") as file:
        del file["card"]
        h5py.h5d.create(file.id, b"card", h5py.h5t.UNIX_D32LE, h5py.h5s.create_simple((2,)))


def _set_card(path: Path, data: np.ndarray | None) -> None:
    with h5py.File(path, "r+") as file:
        del file["card"]
        if data is not None:
            file["card"] = data


@pytest.mark.parametrize(
    "spoil",
    [
        _truncated,
        _emptied,
        _foreign,
        _flipped,
        _gone,
        _folder,
        _cardless,
        _card_in_floats,
        _card_broken,
        _card_not_utf8,
        _card_a_list,
        _card_too_deep,
        _card_linked,
        _card_of_time,
    ],
    ids=lambda spoil: spoil.__name__.strip("_"),
)
def test_a_damaged_file_or_card_is_told_by_name(spoil: Callable[[Path], None], tmp_path: Path) -> None:
    path = sound(tmp_path / "model.h5")
    spoil(path)
    for read in (read_tree, read_card):
        with pytest.raises(ModelFileError, match=r"model\.h5: "):
            read(path)


def test_too_many_parts_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = sound(tmp_path / "m.h5")
    monkeypatch.setattr(tree, "MAX_ITEMS", 3)
    with pytest.raises(ModelFileError, match="absurdly many"):
        read_tree(path)


def test_a_folder_that_cannot_be_flushed_is_left_to_the_system(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: Path, flags: int) -> int:
        raise PermissionError("folders cannot be opened here")

    monkeypatch.setattr(tree.os, "open", refuse)
    assert read_card(sound(tmp_path / "m.h5")) == CARD


@given(st.integers(0, 2**32 - 1), st.integers(1, 5), st.integers(1, 20), st.floats(1e-6, 1e3))
def test_each_number_is_within_half_a_step_of_its_row(seed: int, rows: int, columns: int, size: float) -> None:
    weights = (np.random.default_rng(seed).standard_normal((rows, columns, 2)) * size).astype(np.float32)
    packed = to_eight_bits({"w": weights})
    assert packed["w"].dtype == np.int8 and packed["w"].shape == weights.shape
    steps = np.abs(weights).max(axis=(1, 2)) / 127
    assert (np.abs(from_eight_bits(packed)["w"] - weights) <= 0.51 * steps[:, None, None] + 1e-12).all()


def test_other_arrays_stay() -> None:
    arrays = {"bias": np.array([0.5, -2.0], np.float32), "count": np.array(7), "zero": np.zeros((2, 3), np.float32)}
    found = from_eight_bits(to_eight_bits(arrays))
    assert found.keys() == arrays.keys() and all((found[name] == arrays[name]).all() for name in arrays)


def test_a_scale_that_does_not_fit_is_refused() -> None:
    with pytest.raises(ValueError):
        from_eight_bits({"w": np.zeros((3, 2), np.int8), "w.scale": np.ones(2, np.float32)})
