"""Search by transcription and prediction: case, page order, slow regular expressions."""

from __future__ import annotations

from pathlib import Path

import pytest
from project_helpers import filled_project

from core.errors import InputError
from core.project.content.pages import list_pages
from core.project.content.predictions import Prediction, save_predictions
from core.project.content.word_edits import NewWord, add_words
from core.project.content.words import WordFilter, word_ids
from core.project.query import search
from core.project.query.search import find_pattern, find_predicted, find_text, sort_by_page


def test_case_matters_only_with_match_case(tmp_path: Path) -> None:
    with filled_project(tmp_path) as project:
        assert find_text(project, "king") == find_text(project, "King", match_case=True) != []
        assert find_text(project, "king", match_case=True) == []
        assert find_text(project, "", match_case=True) == []


def test_predictions_of_untranscribed_words_are_found(tmp_path: Path) -> None:
    with filled_project(tmp_path) as project:
        ids = word_ids(project)
        unread = word_ids(project, WordFilter(transcribed=False))
        save_predictions(project, "m", (Prediction(i, "Kingdom", "unseen", 1, 1, 0.5) for i in ids))
        save_predictions(project, "other", (Prediction(i, "none", "unseen", 1, 1, 0.5) for i in ids))
        tested: list[str] = []

        def matches(text: str) -> bool:
            tested.append(text)
            return "King" in text

        assert find_predicted(project, "m", matches, "King") == sorted(unread)
        assert tested == ["Kingdom"]
        assert find_predicted(project, "other", matches, "King") == []


def test_words_are_sorted_by_page_position_not_by_id(tmp_path: Path) -> None:
    with filled_project(tmp_path) as project:
        first = word_ids(project)[0]
        late = add_words(project, list_pages(project)[0].id, [NewWord((42, 10, 5, 20))], after=first)
        ids = word_ids(project)
        assert sort_by_page(project, sorted(ids, reverse=True)) == ids
        assert ids.index(late[0]) == 1 and late[0] == max(ids)


def test_a_slow_regular_expression_raises_input_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with filled_project(tmp_path) as project:
        assert find_pattern(project, "^K")
        monkeypatch.setattr(search, "REGEX_TIMEOUT_S", -1.0)
        with pytest.raises(InputError, match="takes too long"):
            find_pattern(project, "^K")
