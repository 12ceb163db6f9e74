"""Pack the bundle for Linux: `pack.py FOLDER` makes a .deb and one file that runs anywhere from FOLDER/ductus."""

from __future__ import annotations

import argparse
import gzip
import hashlib
import re
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Sequence
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]
sys.path[:0] = [str(ROOT), str(HERE.parent)]

import contents  # noqa: E402

import core  # noqa: E402
from core.project.db.schema import APPLICATION_ID  # noqa: E402

DEPENDS = (
    "libstdc++6 (>= 11), libgcc-s1, libbrotli1, libdbus-1-3, libegl1, libfontconfig1, libfreetype6, libgl1, "
    "libgssapi-krb5-2, libglib2.0-0 | libglib2.0-0t64, libwayland-client0, libwayland-cursor0, libwayland-egl1, "
    "libx11-6, libx11-xcb1, libxcb1, libxcb-glx0, libzstd1"
)
"""The packages of the system that the libraries inside need: by `objdump -p`, all that is not among them."""
RECOMMENDS = "fonts-dejavu-core | fonts-liberation | fonts-freefont-ttf, xdg-utils"
_GLIBC = re.compile(rb"\0GLIBC_(\d+)\.(\d+)(?=\0|\.)")


def main() -> None:
    """Make ductus_VERSION_amd64.deb and ductus-VERSION.run beside the program."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--quick", action="store_true", help="pack in a minute instead of ten, half as large again")
    options = parser.parse_args()
    folder = options.folder.resolve()
    program = folder / "ductus"
    glibc, where = oldest_glibc(program)
    print(f"The oldest glibc is {glibc}, for {where}.")
    packing = ("-Zgzip", "-z1") if options.quick else ("-Zxz", "-z3")
    level = 1 if options.quick else 6
    for made in (make_deb(folder, program, glibc, packing), make_single_file(folder, program, glibc, level)):
        print(f"{made.name}: {made.stat().st_size / 1e6:.0f} MB")


def oldest_glibc(folder: Path) -> tuple[str, str]:
    """Return the oldest glibc on which a folder of programs runs, as "2.35", and a file that needs it.

    Raises ValueError for a folder without programs.
    """
    found = []
    for file in sorted(folder.rglob("*")):
        if file.is_symlink() or not file.is_file():
            continue
        with file.open("rb") as stream:
            if stream.read(4) != b"\x7fELF":
                continue
            versions = [(int(match[1]), int(match[2])) for match in _GLIBC.finditer(stream.read())]
        if versions:
            found.append((max(versions), file.relative_to(folder).as_posix()))
    if not found:
        raise ValueError(f"{folder} contains no program for Linux")
    (major, minor), name = max(found)
    return f"{major}.{minor}", name


def make_deb(folder: Path, program: Path, glibc: str, packing: Sequence[str]) -> Path:
    """Make the Debian package; it has no scripts, since the system notices menu entries and types by itself."""
    root = folder / "build" / "deb"
    shutil.rmtree(root, ignore_errors=True)
    files = {
        "applications/ductus.desktop": (HERE / "ductus.desktop").read_bytes(),
        "mime/packages/ductus.xml": mime_type(),
        "metainfo/org.ductus.Ductus.metainfo.xml": (HERE / "org.ductus.Ductus.metainfo.xml").read_bytes(),
        "doc/ductus/copyright": copyright_file(),
        "doc/ductus/changelog.gz": gzip.compress((ROOT / "CHANGELOG.md").read_bytes(), mtime=0),
        "icons/hicolor/scalable/apps/ductus.svg": (ROOT / "resources" / "icons" / "ductus.svg").read_bytes(),
    }
    for size in contents.ICON_SIZES:
        icon = folder / "build" / f"ductus-{size}.png"
        files[f"icons/hicolor/{size}x{size}/apps/ductus.png"] = icon.read_bytes()
    for name, data in files.items():
        file = root / "usr" / "share" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)
    shutil.copytree(program, root / "usr" / "lib" / "ductus", symlinks=True, copy_function=_link)
    for name in ("ductus", "ductus-app"):
        link = root / "usr" / "bin" / name
        link.parent.mkdir(parents=True, exist_ok=True)
        link.symlink_to(f"../lib/ductus/{name}")
    control = root / "DEBIAN" / "control"
    control.parent.mkdir()
    control.write_text(
        f"Package: ductus\nVersion: {core.__version__}\nArchitecture: amd64\nSection: science\nPriority: optional\n"
        f"Maintainer: The Ductus authors <ductus@localhost>\nInstalled-Size: {_size(root) // 1024}\n"
        f"Depends: libc6 (>= {glibc}), {DEPENDS}\nRecommends: {RECOMMENDS}\n"
        "Description: reads scanned handwriting word by word\n"
        " Ductus reads scanned handwriting, says how sure it is, and learns from what a\n"
        " person corrects. It works on this computer alone and sends nothing anywhere.\n"
    )
    target = folder / f"ductus_{core.__version__}_amd64.deb"
    command = ["dpkg-deb", "--root-owner-group", *packing, "--build", str(root), str(target)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    shutil.rmtree(root)
    return target


def make_single_file(folder: Path, program: Path, glibc: str, level: int = 6) -> Path:
    """Make a shell script with the packed program behind it."""
    archive = folder / "build" / "program.tar.gz"
    share = {
        "ductus.desktop": (HERE / "ductus.desktop").read_bytes(),
        "ductus.xml": mime_type(),
        "ductus.png": (folder / "build" / "ductus-256.png").read_bytes(),
    }
    for name, data in share.items():
        file = folder / "build" / "share" / name
        file.parent.mkdir(exist_ok=True)
        file.write_bytes(data)
    with tarfile.open(archive, "w:gz", compresslevel=level, format=tarfile.GNU_FORMAT) as tar:
        for source, name in [(program, "."), (folder / "build" / "share", "share")]:
            tar.add(source, name, filter=_owned_by_root)
    with archive.open("rb") as stream:
        digest = hashlib.file_digest(stream, "sha256").hexdigest()
    values = {
        "VERSION": core.__version__,
        "GLIBC": glibc,
        "SIZE": str(round(_size(program) / 1e6)),
        "SHA256": digest,
        "DIGEST": digest[:12],
    }
    header = (HERE / "single-file.sh").read_text(encoding="utf-8")
    header = re.sub("@(VERSION|GLIBC|SIZE|SHA256|DIGEST)@", lambda match: values[match[1]], header)
    # tail counts from 1, and the number is part of what it counts
    length = len(header.replace("@SKIP@", "0000000").encode())
    header = header.replace("@SKIP@", f"{length + 1:07d}")
    target = folder / f"ductus-{core.__version__}.run"
    with target.open("wb") as out, archive.open("rb") as packed:
        out.write(header.encode())
        shutil.copyfileobj(packed, out)
    target.chmod(0o755)
    archive.unlink()
    return target


def mime_type() -> bytes:
    """Return the MIME type with the number that marks our databases."""
    text = (HERE / "ductus.xml").read_text(encoding="utf-8")
    return text.replace("@APPLICATION_ID@", str(APPLICATION_ID)).encode()


def copyright_file() -> bytes:
    """Return our notice, then each library with its licence."""
    from core.licences import libraries

    lines = [(ROOT / "NOTICE").read_text(encoding="utf-8"), "", "It contains Python, whose licence is in"]
    lines += [
        "/usr/lib/ductus/_internal/python-licence, and these, whose licences are in NAME.dist-info beside it:",
        "",
    ]
    lines += [f"{library.name} {library.version}: {library.licence}" for library in libraries()]
    lines += ["", "Ductus itself:", "", (ROOT / "LICENSE").read_text(encoding="utf-8")]
    return "\n".join(lines).encode()


def _size(folder: Path) -> int:
    return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file() and not file.is_symlink())


def _owned_by_root(entry: tarfile.TarInfo) -> tarfile.TarInfo:
    entry.uid = entry.gid = 0
    entry.uname = entry.gname = "root"
    return entry


def _link(source: str, target: str) -> str:
    Path(target).hardlink_to(source)
    return target


if __name__ == "__main__":
    main()
