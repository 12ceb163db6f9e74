"""Model files from strangers: harmed bytes, odd cards and arrays, HDF5's ways to reach elsewhere, claimed gigabytes."""

from __future__ import annotations

import copy
import json
import os
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import h5py
import numpy as np
import pytest
from ensemble_helpers import TinyNet, ensemble
from hostile_helpers import MANY, Watch, by_hypothesis, check_sentence, digest, harmed, in_limits, seeds, sly_text
from hypothesis import given
from hypothesis import strategies as st
from tally import Harm, tally

from core.errors import ModelFileError
from core.model import signature_learner
from core.store.model_file import load_ensemble, save_ensemble
from core.store.summary import model_summary
from core.store.tree import read_card, read_tree, write_tree

pytestmark = pytest.mark.timeout(3600)


@pytest.fixture(autouse=True)
def tiny(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(signature_learner.NETS, "compact", TinyNet)


@pytest.fixture
def model(tmp_path: Path) -> Path:
    folder = tmp_path / "models"
    folder.mkdir()
    save_ensemble(folder / "m.h5", ensemble(1))
    return folder / "m.h5"


def doors(path: Path) -> list[Callable[[], object]]:
    """Every way in which a model file is read."""
    return [lambda: load_ensemble(path), lambda: model_summary(path), lambda: read_card(path)]


def test_harmed_models(model: Path) -> None:
    """Mostly the places that steer HDF5 are harmed: numbers in a network do not matter to a reader."""
    whole = model.read_bytes()
    head = whole[:8192]
    watch = Watch()
    for seed in seeds():
        spoilt = harmed(head, seed) + whole[8192:] if seed % 2 else harmed(whole, seed)
        model.write_bytes(spoilt)
        before = digest(model.parent)
        for door in doors(model):
            watch.try_it(door)
        assert digest(model.parent) == before
    assert watch.refused
    tally(Harm.MODELS, "HDF5 model: damaged files", watch.cases, watch.outcome)


json_values: Any = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(),
        st.integers(min_value=10**30),
        st.floats(),
        sly_text,
        st.sampled_from(["compact", "cosine", "nearest", "lda", "rf", "latin", -1, 2**63]),
    ),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(st.text(max_size=8), inner, max_size=4)),
    max_leaves=8,
)


def _places(card: Any, here: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    inner = card.items() if isinstance(card, dict) else enumerate(card) if isinstance(card, list) else ()
    found = [here] if here else []
    for key, value in list(inner)[:6]:
        found += _places(value, (*here, key))
    return found


def test_cards_of_anything(model: Path) -> None:
    card, arrays = read_tree(model)
    places = _places(card)
    names = sorted(arrays)
    watch = Watch()
    shapes = st.lists(st.integers(0, 5), max_size=4).map(tuple)
    kinds = st.sampled_from(["u1", "i8", "f4", "f8", "f2", "b1", "u8", "i2"])

    @by_hypothesis
    @given(
        st.lists(st.tuples(st.sampled_from(places), json_values), max_size=2),
        st.lists(st.tuples(st.sampled_from(names), shapes, kinds, st.integers(0, 255)), max_size=2),
    )
    def any_card(changes: list[Any], others: list[Any]) -> None:
        spoilt, changed = copy.deepcopy(card), dict(arrays)
        for where, value in changes:
            at: Any = spoilt
            try:
                for key in where[:-1]:
                    at = at[key]
                at[where[-1]] = value
            except (TypeError, KeyError, IndexError):
                continue  # an earlier change took the place away
        for name, shape, kind, value in others:
            changed[name] = np.full(shape, value).astype(kind)
        path = model.with_name("x.h5")
        text = json.dumps(spoilt).encode()
        with h5py.File(path, "w") as file:
            file["card"] = np.frombuffer(text, np.uint8)
            for name, array in changed.items():
                file[name] = array
        for door in doors(path):
            watch.try_it(door)

    any_card()
    tally(Harm.MODELS, "HDF5 model: random cards and arrays (hypothesis)", watch.cases, watch.outcome)


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"{",
        b"[" * 200_000,
        b'{"a":' * 100_000,
        b"\xff\xfe{\0}\0",
        b"9" * 5000,
        b'{"format": NaN}',
        b"null",
        b'{"format":"ductus-model","version":1e999}',
        b'{"format":"ductus-model","version":true}',
    ],
)
def test_cards_that_are_none(text: bytes, model: Path) -> None:
    with h5py.File(model, "r+") as file:
        del file["card"]
        file["card"] = np.frombuffer(text, np.uint8)
    watch = Watch()
    for door in doors(model)[:2]:
        assert watch.try_it(door) is None
    watch.try_it(doors(model)[2])
    tally(Harm.MODELS, "HDF5 model: invalid card", watch.cases, "refused")


def _with_file(edit: Callable[[h5py.File, Path], None]) -> Callable[[Path], None]:
    def change(path: Path) -> None:
        with h5py.File(path, "r+") as file:
            edit(file, path)

    return change


SEEN = "members/00/seen"


def _soft(file: h5py.File, path: Path) -> None:
    file.move(SEEN, "elsewhere")
    file[SEEN] = h5py.SoftLink("/elsewhere")


def _external(file: h5py.File, path: Path) -> None:
    with h5py.File(path.with_name("other.h5"), "w") as other:
        other["seen"] = file[SEEN][()]
    del file[SEEN]
    file[SEEN] = h5py.ExternalLink(str(path.with_name("other.h5")), "seen")


def _external_group(file: h5py.File, path: Path) -> None:
    with h5py.File(path.with_name("other.h5"), "w") as other:
        file.copy("members", other)
    del file["members"]
    file["members"] = h5py.ExternalLink(str(path.with_name("other.h5")), "members")


def _virtual(file: h5py.File, path: Path) -> None:
    with h5py.File(path.with_name("other.h5"), "w") as other:
        other["seen"] = file[SEEN][()]
    layout = h5py.VirtualLayout(shape=(4,), dtype="i8")
    layout[:] = h5py.VirtualSource(str(path.with_name("other.h5")), "seen", shape=(4,))
    del file[SEEN]
    file.create_virtual_dataset(SEEN, layout)


def _outside_storage(file: h5py.File, path: Path) -> None:
    del file[SEEN]
    file.create_dataset(SEEN, shape=(4,), dtype="i8", external=[("/etc/passwd", 0, 32)])


def _reference(file: h5py.File, path: Path) -> None:
    file[SEEN + "2"] = np.array([file["classes"].ref, file["classes"].ref], dtype=h5py.ref_dtype)


def _region(file: h5py.File, path: Path) -> None:
    del file[SEEN]
    file[SEEN] = np.array([file["classes"].regionref[0:2]], dtype=h5py.regionref_dtype)


def _strings(file: h5py.File, path: Path) -> None:
    del file[SEEN]
    file[SEEN] = np.array(["a", "b"], dtype=h5py.string_dtype())


def _vlen(file: h5py.File, path: Path) -> None:
    del file[SEEN]
    file.create_dataset(SEEN, shape=(2,), dtype=h5py.vlen_dtype(np.int64))


def _named_type(file: h5py.File, path: Path) -> None:
    del file[SEEN]
    file[SEEN] = np.dtype("i8")


def _compound(file: h5py.File, path: Path) -> None:
    del file[SEEN]
    file[SEEN] = np.zeros(4, np.dtype([("a", "i8"), ("b", "f4")]))


def _null(file: h5py.File, path: Path) -> None:
    del file[SEEN]
    file[SEEN] = h5py.Empty("i8")


def _loop(file: h5py.File, path: Path) -> None:
    file["members/00/again"] = file["members"]


def _deep(file: h5py.File, path: Path) -> None:
    file["a/" * 60 + "b"] = np.zeros(3)


def _crowd(file: h5py.File, path: Path) -> None:
    group = file.create_group("crowd")
    for i in range(20_001):
        group.create_group(str(i))


def _foreign_filter(file: h5py.File, path: Path) -> None:
    """A filter that HDF5 would look for among the libraries of this machine, and run."""
    data = file[SEEN][()]
    del file[SEEN]
    plan = h5py.h5p.create(h5py.h5p.DATASET_CREATE)
    plan.set_chunk((4,))
    plan.set_filter(32_001, h5py.h5z.FLAG_OPTIONAL, (1, 2, 3))
    space = h5py.h5s.create_simple((4,))
    group = file["members/00"].id
    made = h5py.h5d.create(group, b"seen", h5py.h5t.NATIVE_INT64, space, plan)
    made.write(h5py.h5s.ALL, h5py.h5s.ALL, data.astype(np.int64))


TRICKS: dict[str, Callable[[h5py.File, Path], None]] = {
    "soft link": _soft,
    "external link": _external,
    "external link to a group": _external_group,
    "virtual dataset": _virtual,
    "storage in another file": _outside_storage,
    "object reference": _reference,
    "region reference": _region,
    "strings": _strings,
    "vlen": _vlen,
    "named type": _named_type,
    "compound": _compound,
    "null space": _null,
    "groups in a ring": _loop,
    "groups in groups": _deep,
    "20,001 groups": _crowd,
    "filter from a library": _foreign_filter,
}


ELSEWHERE = ("object reference", "groups in a ring", "groups in groups", "20,001 groups")


"""The summary looks only at the parts it needs, and never comes by these."""


@pytest.mark.parametrize("name", sorted(TRICKS))
def test_tricks_are_refused(name: str, model: Path) -> None:
    _with_file(TRICKS[name])(model)
    before = digest(model.parent)
    with pytest.raises(ModelFileError, match=r"m\.h5"):
        load_ensemble(model)
    if name not in ELSEWHERE:
        with pytest.raises(ModelFileError, match=r"m\.h5"):
            model_summary(model)
    Watch().try_it(lambda: read_card(model))
    assert digest(model.parent) == before
    tally(Harm.MODELS, f"HDF5 model: {name}", 2, "refused")


def test_a_user_block_is_refused(model: Path) -> None:
    whole = model.with_name("u.h5")
    with h5py.File(model, "r") as file, h5py.File(whole, "w", userblock_size=512) as other:
        for key in file:
            file.copy(key, other)
    with whole.open("r+b") as stream:
        stream.write(b"#!/bin/sh\necho hello\n")
    watch = Watch()
    for door in doors(whole):
        assert watch.try_it(door) is None
    tally(Harm.MODELS, "HDF5 model: user block before it", watch.cases, "refused")


def test_what_is_no_plain_file_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "a.h5")
    (tmp_path / "b.h5").mkdir()
    (tmp_path / "c.h5").symlink_to("/dev/zero")
    (tmp_path / "d.h5").write_bytes(b"")
    watch = Watch()
    for name in "abcde":
        for door in doors(tmp_path / f"{name}.h5"):
            assert watch.try_it(door) is None
    tally(Harm.MODELS, "HDF5 model: pipe, folder, device, empty, missing", watch.cases, "refused at once")


def test_a_whole_model_still_goes_in_and_out(model: Path) -> None:
    card, arrays = read_tree(model)
    again = model.with_name("again.h5")
    write_tree(again, card, arrays)
    assert load_ensemble(again).classes == load_ensemble(model).classes
    assert model_summary(again).classes == load_ensemble(model).classes


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
