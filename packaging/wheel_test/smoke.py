"""The smoke test of an installed Ductus: version, doctor, a word imported and recognised, the window and the guide.

Run by `packaging/wheel_test/run.py` with the Python of the environment; the argument is the command `ductus` there.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

WORDS = ("regiment", "winter", "orders", "country")


def main() -> int:
    ductus = sys.argv[1]
    check_modules()
    version = run(ductus, "--version").strip()
    print(version, flush=True)
    checks = {check["name"]: check for check in result(ductus, "doctor", codes=(0, 1))["checks"]}
    for name in ("PyTorch", "Qt", "Disk"):
        assert checks[name]["ok"], checks[name]["text"]
    print(f"doctor: {checks['PyTorch']['text']} {checks['Qt']['text']}", flush=True)
    project = Path("letters.ductus")
    draw_words(Path("words"))
    Path("list.txt").write_text("\n".join([*WORDS, "harbour", "soldier", "morning"]), encoding="utf-8")
    result(ductus, "new", project)
    result(ductus, "import", project, "words", "--no-labels")
    result(ductus, "lexicon", project, "--add", "list.txt")
    result(ductus, "begin", project)
    read = result(ductus, "recognise", project)
    assert read["words"] == len(WORDS), read
    right = check_suggestions(project)
    print(f"recognise: {right} of {len(WORDS)} drawn words right with the starter model", flush=True)
    open_window(project)
    print("window: six views, guide with pictures in three languages", flush=True)
    return 0


def check_modules() -> None:
    """Check that the packages are those of the environment."""
    import app
    import core
    import resources

    for package in (app, core, resources):
        assert package.__file__ and Path(package.__file__).is_relative_to(sys.prefix), package.__file__


def run(*command: object, codes: tuple[int, ...] = (0,)) -> str:
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, check=False)
    assert done.returncode in codes, f"{command}: {done.returncode}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def result(*command: object, codes: tuple[int, ...] = (0,)) -> dict[str, Any]:
    """Return the last object that a command prints with ``--json``."""
    last: dict[str, Any] = json.loads(run(*command, "--json", codes=codes).splitlines()[-1])
    return last


def draw_words(folder: Path) -> None:
    """Write an image of each word."""
    import cv2
    import numpy as np

    from core.imaging.synth.page import render_page
    from core.imaging.synth.writer import Writer

    folder.mkdir()
    image, truth = render_page(list(WORDS), Writer(), np.random.default_rng(1))
    for number, (box, _, _) in enumerate(truth):
        x, y, width, height = (int(side) for side in box)
        assert cv2.imwrite(str(folder / f"{number}.png"), image[y : y + height, x : x + width])


def check_suggestions(folder: Path) -> int:
    """Return how many suggestions are right; every word has one."""
    from core.project.project import Project

    with Project.open(folder, read_only=True) as project:
        texts = project.column("SELECT p.text FROM prediction AS p JOIN word AS w ON w.id = p.word_id ORDER BY w.id")
    assert len(texts) == len(WORDS), texts
    return sum(text == word for text, word in zip(texts, WORDS, strict=True))


def open_window(folder: Path) -> None:
    """Open the project in the window, show all views, and read the guide in every language."""
    from PySide6.QtGui import QImage
    from PySide6.QtWidgets import QApplication

    from app.main import make_window
    from app.settings import Settings, default_file
    from app.shell.guide.guide_pages import page_file, page_names
    from app.shell.views import VIEWS
    from app.style.theme import Theme
    from app.text import translations

    app = QApplication(sys.argv[:1])
    translations.install(app)
    window = make_window(Settings(default_file()), Theme(app, "light"))
    window.show()
    assert window.open_project(folder)
    for name in VIEWS:
        window.show_view(name)
        end = time.monotonic() + 0.5
        while time.monotonic() < end:
            app.processEvents()
        assert not window.grab().isNull()
    assert len(page_names()) > 10
    texts = set()
    for code in translations.NAMES:
        assert translations.install(app, code) == code
        for name in page_names():
            window.window_actions.show_guide_page(name)
            guide = window.window_actions.guide
            assert guide is not None and guide.browser.page == name and guide.browser.headings()
            text = guide.browser.toPlainText()
        texts.add(text)
        folder = page_file("checking.md", code).parent
        assert not QImage(str(folder / "pictures" / "review.png")).isNull()
        window.window_actions.close_guide()
    assert len(texts) == len(translations.NAMES)
    window.close_project()
    window.close()
    heavy = {"torch", "numba", "sklearn"} & set(sys.modules)
    assert not heavy, heavy


if __name__ == "__main__":
    sys.exit(main())
