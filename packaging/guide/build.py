"""Build the guide's web site, `make guide`: English in the folder given, every other language in a folder of it.

Pages and pictures that a language lacks are those of English.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
PAGES = HERE.parents[1] / "resources" / "guide"
ENGLISH = "en"


def languages(pages: Path = PAGES) -> list[str]:
    """Return the codes of the languages with pages, English first."""
    return [ENGLISH, *sorted(folder.name for folder in pages.iterdir() if (folder / "index.md").is_file())]


def collect(language: str, target: Path, pages: Path = PAGES) -> None:
    """Copy all pages and pictures of a language to ``target``, in English where it has none."""
    for folder in [pages, *([] if language == ENGLISH else [pages / language])]:
        for pattern in ("*.md", "pictures/*"):
            for file in folder.glob(pattern):
                copy = target / file.relative_to(folder)
                copy.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(file, copy)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sphinx", type=Path, help="the program sphinx-build")
    parser.add_argument("work", type=Path, help="folder for what is made on the way")
    parser.add_argument("site", type=Path, help="folder of the site")
    options = parser.parse_args()
    shutil.rmtree(options.site, ignore_errors=True)
    shutil.rmtree(options.work, ignore_errors=True)
    for language in languages():
        pages = options.work / language / "pages"
        collect(language, pages)
        site = options.site if language == ENGLISH else options.site / language
        command = [options.sphinx, "-q", "-W", "--keep-going", "-E", "-d", options.work / language / "doctrees"]
        environment = {**os.environ, "DUCTUS_GUIDE_LANGUAGES": ",".join([language, *languages()])}
        command += ["-c", HERE, "-D", f"language={language}", pages, site]
        if code := subprocess.run(command, env=environment).returncode:
            return code
        print(site / "index.html")
    return 0


if __name__ == "__main__":
    sys.exit(main())
