"""The images that a training learns from."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from event_helpers import json_into
from executor_helpers import WORDS, handwriting, labelled_project, request
from PIL import Image

from core.formats.records import CropRecord, SourceContents
from core.jobs.training.training_data import gather_training_data
from core.project.importing.import_sources import import_contents
from core.training.samples import is_blank


def test_images_without_ink_teach_nothing(tmp_path: Path) -> None:
    project = labelled_project(tmp_path, copies=1)
    import_contents(project, handwriting(tmp_path / "more", WORDS[:2], seed=2))
    crops = []
    for number, level in enumerate((180, 200)):
        path = tmp_path / f"blank-{number}.png"
        Image.fromarray(np.full((40, 120), level, np.uint8)).save(path)
        crops.append(CropRecord(path, WORDS[0], role="train"))
    events: list[dict[str, Any]] = []
    before = gather_training_data(project, request("m"), None, json_into(events))[0].samples
    assert not any("no ink" in str(event.get("text")) for event in events)
    import_contents(project, SourceContents(crops=tuple(crops)))
    after = gather_training_data(project, request("m"), None, json_into(events))[0].samples
    assert after.words == before.words and not is_blank(after.images).any()
    assert [event["text"] for event in events if "no ink" in str(event.get("text"))] == [
        "2 word images show no ink and are left out."
    ]
