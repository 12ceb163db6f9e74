"""Finding words by readings and predictions: capitals, page order, expressions that never end."""

from __future__ import annotations

from pathlib import Path

import pytest
from project_helpers import filled

from core.errors import InputError
from core.project.content.pages import pages
from core.project.content.predictions import Prediction, save_predictions
from core.project.content.word_edits import NewWord, add_words
from core.project.content.words import WordFilter, word_ids
from core.project.query import search
from core.project.query.search import find_pattern, find_predicted, find_text, in_page_order


def test_capitals_matter_when_told(tmp_path: Path) -> None:
    with filled(tmp_path) as project:
        assert find_text(project, "king") == find_text(project, "King", match_case=True) != []
        assert find_text(project, "king", match_case=True) == []
        assert find_text(project, "", match_case=True) == []


def test_predictions_are_found_where_nobody_has_read(tmp_path: Path) -> None:
    with filled(tmp_path) as project:
        ids = word_ids(project)
        unread = word_ids(project, WordFilter(read=False))
        save_predictions(project, "m", (Prediction(i, "Kingdom", "unseen", 1, 1, 0.5) for i in ids))
        save_predictions(project, "other", (Prediction(i, "none", "unseen", 1, 1, 0.5) for i in ids))
        asked: list[str] = []

        def takes(text: str) -> bool:
            asked.append(text)
            return "King" in text

        assert find_predicted(project, "m", takes, "King") == sorted(unread)
        assert asked == ["Kingdom"]
        assert find_predicted(project, "other", takes, "King") == []


def test_words_come_in_the_order_of_the_page_not_of_their_making(tmp_path: Path) -> None:
    with filled(tmp_path) as project:
        first = word_ids(project)[0]
        late = add_words(project, pages(project)[0].id, [NewWord((42, 10, 5, 20))], after=first)
        ids = word_ids(project)
        assert in_page_order(project, sorted(ids, reverse=True)) == ids
        assert ids.index(late[0]) == 1 and late[0] == max(ids)


def test_an_expression_that_takes_too_long_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with filled(tmp_path) as project:
        assert find_pattern(project, "^K")
        monkeypatch.setattr(search, "PATIENCE_S", -1.0)
        with pytest.raises(InputError, match="takes too long"):
            find_pattern(project, "^K")
