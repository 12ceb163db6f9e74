"""The filter language: it agrees with a plain evaluation, and invalid filters raise a clear error."""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from project_helpers import crop_source, draw_image

from core.errors import InputError
from core.formats.records import PageRecord, SourceContents, WordRecord
from core.project.content.predictions import Prediction, save_predictions
from core.project.content.transcriptions import accept_predictions, set_transcription
from core.project.content.word_edits import mark_not_a_word, set_role
from core.project.content.words import word_ids
from core.project.import_sources import import_contents
from core.project.project import Project
from core.project.query.parser import parse
from core.project.query.word_query import find_words

MODEL, OTHER = "first", "second"


@dataclass(frozen=True)
class PlainWord:
    """A word and its state, evaluated without SQL."""

    id: int
    page: int | None
    transcription: str | None
    accepted: bool
    prediction: str | None
    status: str
    votes: int
    members: int
    distance: float
    confidence: float | None
    role: str
    tied: bool

    @property
    def text(self) -> str | None:
        return self.transcription if self.transcription is not None else self.prediction

    @property
    def conf(self) -> float:
        return self.votes / self.members if self.confidence is None else self.confidence

    @property
    def state(self) -> str:
        if self.transcription is not None:
            return "accepted" if self.accepted else "typed"
        if self.prediction is None:
            return "unread"
        sure = self.votes * 2 > self.members if self.confidence is None else self.confidence >= 0.5
        return self.status if sure else "uncertain"


TEXTS = ("regiment", "Regiment", "parliament", "garden", "the", "Straße", "der 3.", "a-b", None, None, "mentor", "x")
PREDICTIONS = (
    "regiment",
    "regimen",
    "garden",
    "garden",
    "the",
    "strasse",
    None,
    "ab",
    "mentor",
    "tied",
    "mentor",
    "late",
)


def detail(*words: str) -> bytes:
    members = [[5, 10, 5, 1, [word, 0.1 + k / 10, "zzz", 0.9], []] for k, word in enumerate(words)]
    return zlib.compress(json.dumps(members).encode())


@pytest.fixture(scope="module")
def words(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Project, list[PlainWord]]]:
    folder = tmp_path_factory.mktemp("query")
    project = Project.create(folder / "q")
    for number in range(3):
        image = draw_image(folder / f"sheet-{number + 1}.png", (200 + number, 100))
        words = tuple(WordRecord((10 + 20 * n, 10, 15, 20), None) for n in range(3))
        import_contents(
            project, SourceContents(pages=(PageRecord(image, 200 + number, 100, words=words, writer=f"w{number}"),))
        )
    import_contents(project, crop_source(folder / "crops", [None] * 3))
    ids = word_ids(project)
    known: list[PlainWord] = []
    for n, word_id in enumerate(ids):
        predicted, votes, members = PREDICTIONS[n], 1 + n % 4, 4
        tied = predicted == "tied"
        encoded = detail("tied", "tied", "other", "other") if tied else detail(*["a"] * 3, "b")
        votes = 2 if tied else votes
        confidence = (n % 5) / 4 if n % 3 == 0 else None
        status = ("unseen", "seen", "unlisted")[n % 3]
        if predicted is not None:
            save_predictions(
                project, MODEL, [Prediction(word_id, predicted, status, votes, members, n / 10, confidence, encoded)]
            )
        accepted = n in (2, 10)
        if accepted:
            accept_predictions(project, [word_id], MODEL)
        elif TEXTS[n] is not None and n < 8:
            set_transcription(project, word_id, TEXTS[n])
        transcription = predicted if accepted else TEXTS[n] if n < 8 else None
        role = "test" if n % 4 == 0 else "train"
        set_role(project, [word_id], role)
        page = n // 3 + 1 if n < 9 else None
        known.append(
            PlainWord(
                word_id,
                page,
                transcription,
                accepted,
                predicted,
                status,
                votes,
                members,
                n / 10,
                confidence,
                role,
                tied,
            )
        )
    save_predictions(project, OTHER, [Prediction(ids[0], "regiment", "seen", 1, 1, 0.1)])
    blot = import_contents(project, crop_source(folder / "blot", ["blot"], shade=90))
    assert blot
    mark_not_a_word(project, [max(word_ids(project))])
    yield project, known
    project.close()


Fits = Callable[[PlainWord], bool]


def _number(field: str, value: Callable[[PlainWord], float]) -> st.SearchStrategy[tuple[str, Fits]]:
    tests = {
        "<": lambda a, b: a < b,
        "<=": lambda a, b: a <= b,
        ">": lambda a, b: a > b,
        ">=": lambda a, b: a >= b,
        "=": lambda a, b: a == b,
        ":": lambda a, b: a == b,
    }
    one = st.tuples(st.sampled_from(sorted(tests)), st.integers(0, 40)).map(
        lambda t: (f"{field}{t[0]}{t[1] / 4}", lambda w: w.prediction is not None and tests[t[0]](value(w), t[1] / 4))
    )
    span = st.tuples(st.integers(0, 8), st.integers(0, 8)).map(
        lambda t: (
            f"{field}:{t[0]}-{t[0] + t[1]}",
            lambda w: w.prediction is not None and t[0] <= value(w) <= t[0] + t[1],
        )
    )
    return one | span


def _matches(text: str | None, test: Callable[[str], bool]) -> bool:
    return text is not None and test(text)


FIXED: dict[str, Fits] = {
    **{
        name: (lambda w, name=name: w.state == name)
        for name in ("typed", "accepted", "seen", "unseen", "unlisted", "uncertain", "unread")
    },
    "nolist": lambda w: w.state == "unlisted",
    "read": lambda w: w.transcription is not None,
    "predicted": lambda w: w.transcription is None and w.prediction is not None,
    "tied": lambda w: w.tied,
    "role:test": lambda w: w.role == "test",
    "page:2": lambda w: w.page == 2,
    "page:1-2": lambda w: w.page in (1, 2),
    "page:sheet-3,1": lambda w: w.page in (1, 3),
    "writer:W1": lambda w: w.page == 2,
    "model:second": lambda w: w.id == 1,
    "text:regiment": lambda w: _matches(w.text, lambda t: t.casefold() == "regiment"),
    "text:STRASSE": lambda w: _matches(w.text, lambda t: t.casefold() == "strasse"),
    'text:"der 3."': lambda w: w.text == "der 3.",
    "text:/ment$/": lambda w: _matches(w.text, lambda t: re.search("ment$", t) is not None),
    "text:/^(ga|ment)/": lambda w: _matches(w.text, lambda t: t.startswith(("ga", "ment"))),
    "text:*ment": lambda w: _matches(w.text, lambda t: t.endswith("ment")),
    "text:?": lambda w: _matches(w.text, lambda t: len(t) == 1),
    "pred:garden": lambda w: w.prediction == "garden",
    "pred:m*": lambda w: _matches(w.prediction, lambda t: t.startswith("m")),
    "men": lambda w: _matches(w.text, lambda t: "men" in t.casefold()),
    '"-b"': lambda w: _matches(w.text, lambda t: "-b" in t),
}

TERMS = (
    st.sampled_from(sorted(FIXED)).map(lambda text: (text, FIXED[text]))
    | _number("conf", lambda w: w.conf)
    | _number("votes", lambda w: w.votes)
    | _number("dist", lambda w: w.distance)
    | st.integers(0, 9).map(lambda n: (f"length>{n}", lambda w: _matches(w.text, lambda t: len(t) > n)))
)
NEGATED = st.tuples(st.sampled_from(["", "-", "not "]), TERMS).map(
    lambda t: (t[0] + t[1][0], (lambda w: not t[1][1](w)) if t[0] else t[1][1])
)
CLAUSES = st.lists(NEGATED, min_size=1, max_size=3).map(
    lambda ts: (" or ".join(t[0] for t in ts), lambda w: any(t[1](w) for t in ts))
)
QUERIES = st.lists(CLAUSES, max_size=3)


@given(QUERIES)
@settings(max_examples=250, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_query_finds_the_same_words_as_a_plain_evaluation(
    words: tuple[Project, list[PlainWord]], clauses: list
) -> None:
    project, known = words
    text = " ".join(clause[0] for clause in clauses)
    assert find_words(project, text, MODEL) == [w.id for w in known if all(c[1](w) for c in clauses)]


PIECES = st.sampled_from(
    [
        "-",
        "not",
        "or",
        " ",
        "text:",
        "pred:",
        "page:",
        "conf",
        "<",
        ">=",
        ":",
        "/",
        '"',
        "(",
        ")",
        "a",
        "*",
        "+",
        "?",
        "[",
        "\\",
        "seen",
        "3-7",
        ",",
        "0.6",
        "|",
        "{2}",
        "ß",
        "\0",
        "\ud800",
    ]
)


@given(st.text(max_size=40) | st.lists(PIECES, max_size=12).map("".join))
@example("text:/(a+)+$/")
@example('"')
@example("text://")
@settings(max_examples=600, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_text_finds_words_or_raises_input_error(words: tuple[Project, list[PlainWord]], text: str) -> None:
    try:
        found = find_words(words[0], text, MODEL)
    except InputError as error:
        assert str(error).startswith("Filter, ") and str(error).endswith(".")
    else:
        assert set(found) <= {w.id for w in words[1]}


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("seen foo:3", "character 6 (foo:)"),
        ("conf<often", "character 1 (often)"),
        ("page:7-3", "character 1 (7-3)"),
        ("or seen", "character 1 (or)"),
        ("seen or", "(or): a term is missing after it"),
        ("not", "(not): a term is missing after it"),
        ('pred:"half', 'the closing " is missing'),
        ("text:/(/", "not a regular expression"),
        ("role:king", "choose one of train, val, test, none"),
        ("page:ninth", "there is no page 'ninth'"),
        ("page:80-90", "there are only 3 pages"),
        ("writer:nobody", "no words of a writer 'nobody'"),
    ],
)
def test_an_invalid_filter_raises_an_error_with_the_position(
    words: tuple[Project, list[PlainWord]], text: str, place: str
) -> None:
    with pytest.raises(InputError, match=re.escape(place)):
        find_words(words[0], text, MODEL)


@pytest.mark.parametrize(
    "pattern", ["(a+)+$", "(a|aa)*b", "(a*)*", "a*b*c*d*", "(?=a)", r"(a)\1", "(x?){30}", "a?" * 13, "((a|b)c)+"]
)
def test_costly_expressions_are_refused(pattern: str) -> None:
    with pytest.raises(InputError, match="Filter"):
        parse(f"text:/{pattern}/")


@pytest.mark.filterwarnings("ignore::FutureWarning")
@given(st.text(alphabet="ab()*+?|{2,}[^].\\", max_size=14))
@settings(max_examples=400, deadline=None)
def test_accepted_expressions_finish(pattern: str) -> None:
    try:
        query = parse(f"text:/{pattern}/" if "/" not in pattern else "a")
    except InputError:
        return
    (condition,) = query.clauses[0]
    condition.term.matches("ab" * 20 + "a" * 20)  # type: ignore[union-attr]


def test_or_joins_only_the_two_terms_beside_it(words: tuple[Project, list[PlainWord]]) -> None:
    project, known = words
    found = find_words(project, "page:1 typed or accepted", MODEL)
    assert found == [w.id for w in known if w.page == 1 and w.transcription is not None]


def test_transcribed_words_can_be_left_out(words: tuple[Project, list[PlainWord]]) -> None:
    project, known = words
    assert find_words(project, "", MODEL, unchecked_only=True) == [w.id for w in known if w.transcription is None]
    assert find_words(project, "", None) == [w.id for w in known]


def test_a_query_knows_whether_it_asks_for_transcribed_words() -> None:
    assert parse("typed").asks_for_transcribed and parse("page:1 unread or read").asks_for_transcribed
    assert not parse("-typed unseen").asks_for_transcribed and not parse("text:typed").asks_for_transcribed


def test_a_decimal_comma_is_accepted(words: tuple[Project, list[PlainWord]], tmp_path: Path) -> None:
    project, _ = words
    assert find_words(project, "conf<0,6", MODEL) == find_words(project, "conf<0.6", MODEL) != []
