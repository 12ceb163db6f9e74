"""Records of a folder as one file, NAME.tar.xz: what runs have in common, such as the images, takes its place once."""

from __future__ import annotations

import io
import json
import tarfile
from hashlib import sha256
from pathlib import Path

import numpy as np

from core.disk import write_atomically

SUFFIX = ".tar.xz"


def pack_records(folder: Path, archive: Path) -> None:
    """Write the records in ``folder`` and the folders in it to ``archive``; equal records give equal files.

    The columns stay as they are, bit by bit. They are not compressed one by one, so the SHA-256 on the cards is new.
    """
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:xz", preset=9) as tar:
        for path in sorted(folder.rglob("*.npz")):
            with np.load(path, allow_pickle=False) as stored:
                columns = {name: stored[name] for name in sorted(stored.files)}
            plain = io.BytesIO()
            np.savez(plain, allow_pickle=False, **columns)
            card = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
            card["sha256"] = sha256(plain.getvalue()).hexdigest()
            name = path.relative_to(folder).with_suffix("").as_posix()
            for suffix, data in ((".json", json.dumps(card, ensure_ascii=False).encode()), (".npz", plain.getvalue())):
                member = tarfile.TarInfo(name + suffix)
                member.size = len(data)
                tar.addfile(member, io.BytesIO(data))
    write_atomically(archive, packed.getvalue())


def read_members(archive: Path) -> dict[str, bytes]:
    """Return the files of an archive by their paths in it. Raises OSError, tarfile.TarError or LZMAError."""
    with tarfile.open(archive, "r:xz") as tar:
        files = ((member.name, tar.extractfile(member)) for member in tar.getmembers())
        return {name: file.read() for name, file in files if file is not None}
