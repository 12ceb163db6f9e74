"""The filter language: what it finds, that it agrees with a plain evaluation, and that it never fails untold."""

from __future__ import annotations

import json
import re
import time
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from project_helpers import crops, draw

from core.errors import InputError
from core.formats.records import PageRecord, SourceContents, WordRecord
from core.project.content.predictions import Prediction, save_predictions
from core.project.content.transcriptions import accept_prediction, set_transcription
from core.project.content.word_edits import mark_not_a_word, set_role
from core.project.content.words import word_ids
from core.project.importing.import_sources import import_contents
from core.project.project import Project
from core.project.query.parser import parse
from core.project.query.word_query import find_words

MODEL, OTHER = "first", "second"


@dataclass(frozen=True)
class Plain:
    """What a test knows of a word, told without SQL."""

    id: int
    page: int | None
    read: str | None
    accepted: bool
    said: str | None
    status: str
    votes: int
    members: int
    distance: float
    confidence: float | None
    role: str
    tied: bool

    @property
    def text(self) -> str | None:
        return self.read if self.read is not None else self.said

    @property
    def conf(self) -> float:
        return self.votes / self.members if self.confidence is None else self.confidence

    @property
    def state(self) -> str:
        if self.read is not None:
            return "accepted" if self.accepted else "typed"
        if self.said is None:
            return "unread"
        sure = self.votes * 2 > self.members if self.confidence is None else self.confidence >= 0.5
        return self.status if sure else "uncertain"


TEXTS = ("regiment", "Regiment", "parliament", "garden", "the", "Straße", "der 3.", "a-b", None, None, "mentor", "x")
SAID = ("regiment", "regimen", "garden", "garden", "the", "strasse", None, "ab", "mentor", "tied", "mentor", "late")


def detail(*words: str) -> bytes:
    members = [[5, 10, 5, 1, [word, 0.1 + k / 10, "zzz", 0.9], []] for k, word in enumerate(words)]
    return zlib.compress(json.dumps(members).encode())


@pytest.fixture(scope="module")
def kit(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Project, list[Plain]]]:
    folder = tmp_path_factory.mktemp("query")
    project = Project.create(folder / "q")
    for number in range(3):
        image = draw(folder / f"sheet-{number + 1}.png", (200 + number, 100))
        words = tuple(WordRecord((10 + 20 * n, 10, 15, 20), None) for n in range(3))
        import_contents(
            project,
            SourceContents("pagexml", pages=(PageRecord(image, 200 + number, 100, words=words, writer=f"w{number}"),)),
        )
    import_contents(project, crops(folder / "crops", [None] * 3))
    ids = word_ids(project)
    known: list[Plain] = []
    for n, word_id in enumerate(ids):
        said, votes, members = SAID[n], 1 + n % 4, 4
        tied = said == "tied"
        packed = detail("tied", "tied", "other", "other") if tied else detail(*["a"] * 3, "b")
        votes = 2 if tied else votes
        confidence = (n % 5) / 4 if n % 3 == 0 else None
        status = "seen" if n % 2 else "unseen"
        if said is not None:
            save_predictions(
                project, MODEL, [Prediction(word_id, said, status, votes, members, n / 10, confidence, packed)]
            )
        accepted = n in (2, 10)
        if accepted:
            accept_prediction(project, word_id, MODEL)
        elif TEXTS[n] is not None and n < 8:
            set_transcription(project, word_id, TEXTS[n])
        read = said if accepted else TEXTS[n] if n < 8 else None
        role = "test" if n % 4 == 0 else "train"
        set_role(project, [word_id], role)
        page = n // 3 + 1 if n < 9 else None
        known.append(Plain(word_id, page, read, accepted, said, status, votes, members, n / 10, confidence, role, tied))
    save_predictions(project, OTHER, [Prediction(ids[0], "regiment", "seen", 1, 1, 0.1)])
    gone = import_contents(project, crops(folder / "gone", ["blot"], shade=90))
    assert gone
    mark_not_a_word(project, [max(word_ids(project))])
    yield project, known
    project.close()


Fits = Callable[[Plain], bool]


def _number(field: str, value: Callable[[Plain], float]) -> st.SearchStrategy[tuple[str, Fits]]:
    tests = {
        "<": lambda a, b: a < b,
        "<=": lambda a, b: a <= b,
        ">": lambda a, b: a > b,
        ">=": lambda a, b: a >= b,
        "=": lambda a, b: a == b,
        ":": lambda a, b: a == b,
    }
    one = st.tuples(st.sampled_from(sorted(tests)), st.integers(0, 40)).map(
        lambda t: (f"{field}{t[0]}{t[1] / 4}", lambda w: w.said is not None and tests[t[0]](value(w), t[1] / 4))
    )
    span = st.tuples(st.integers(0, 8), st.integers(0, 8)).map(
        lambda t: (f"{field}:{t[0]}-{t[0] + t[1]}", lambda w: w.said is not None and t[0] <= value(w) <= t[0] + t[1])
    )
    return one | span


def _said(text: str | None, test: Callable[[str], bool]) -> bool:
    return text is not None and test(text)


FIXED: dict[str, Fits] = {
    **{
        name: (lambda w, name=name: w.state == name)
        for name in ("typed", "accepted", "seen", "unseen", "uncertain", "unread")
    },
    "read": lambda w: w.read is not None,
    "predicted": lambda w: w.read is None and w.said is not None,
    "tied": lambda w: w.tied,
    "role:test": lambda w: w.role == "test",
    "page:2": lambda w: w.page == 2,
    "page:1-2": lambda w: w.page in (1, 2),
    "page:sheet-3,1": lambda w: w.page in (1, 3),
    "writer:W1": lambda w: w.page == 2,
    "model:second": lambda w: w.id == 1,
    "text:regiment": lambda w: _said(w.text, lambda t: t.casefold() == "regiment"),
    "text:STRASSE": lambda w: _said(w.text, lambda t: t.casefold() == "strasse"),
    'text:"der 3."': lambda w: w.text == "der 3.",
    "text:/ment$/": lambda w: _said(w.text, lambda t: re.search("ment$", t) is not None),
    "text:/^(ga|ment)/": lambda w: _said(w.text, lambda t: t.startswith(("ga", "ment"))),
    "text:*ment": lambda w: _said(w.text, lambda t: t.endswith("ment")),
    "text:?": lambda w: _said(w.text, lambda t: len(t) == 1),
    "pred:garden": lambda w: w.said == "garden",
    "pred:m*": lambda w: _said(w.said, lambda t: t.startswith("m")),
    "men": lambda w: _said(w.text, lambda t: "men" in t.casefold()),
    '"-b"': lambda w: _said(w.text, lambda t: "-b" in t),
}

TERMS = (
    st.sampled_from(sorted(FIXED)).map(lambda text: (text, FIXED[text]))
    | _number("conf", lambda w: w.conf)
    | _number("votes", lambda w: w.votes)
    | _number("dist", lambda w: w.distance)
    | st.integers(0, 9).map(lambda n: (f"length>{n}", lambda w: _said(w.text, lambda t: len(t) > n)))
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
def test_it_finds_what_a_plain_evaluation_finds(kit: tuple[Project, list[Plain]], clauses: list) -> None:
    project, known = kit
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
def test_any_text_finds_words_or_is_refused_in_one_sentence(kit: tuple[Project, list[Plain]], text: str) -> None:
    try:
        found = find_words(kit[0], text, MODEL)
    except InputError as error:
        assert str(error).startswith("Filter, ") and str(error).endswith(".")
    else:
        assert set(found) <= {w.id for w in kit[1]}


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
        ("text:/(/", "no regular expression"),
        ("role:king", "choose one of train, val, test, none"),
        ("page:ninth", "there is no page 'ninth'"),
        ("page:80-90", "there are only 3 pages"),
        ("writer:nobody", "no word is by a writer 'nobody'"),
    ],
)
def test_a_faulty_filter_is_told_with_its_place(kit: tuple[Project, list[Plain]], text: str, place: str) -> None:
    with pytest.raises(InputError, match=re.escape(place)):
        find_words(kit[0], text, MODEL)


@pytest.mark.parametrize(
    "pattern", ["(a+)+$", "(a|aa)*b", "(a*)*", "a*b*c*d*", "(?=a)", r"(a)\1", "(x?){30}", "a?" * 13, "((a|b)c)+"]
)
def test_expressions_that_may_never_end_are_refused_before_they_run(pattern: str) -> None:
    with pytest.raises(InputError, match="Filter"):
        parse(f"text:/{pattern}/")


@pytest.mark.filterwarnings("ignore::FutureWarning")
@given(st.text(alphabet="ab()*+?|{2,}[^].\\", max_size=14))
@settings(max_examples=400, deadline=None)
def test_expressions_that_are_let_through_end_soon(pattern: str) -> None:
    try:
        query = parse(f"text:/{pattern}/" if "/" not in pattern else "a")
    except InputError:
        return
    (literal,) = query.clauses[0]
    start = time.perf_counter()
    literal.term.matches("ab" * 20 + "a" * 20)  # type: ignore[union-attr]
    assert time.perf_counter() - start < 2


def test_or_binds_the_two_terms_beside_it(kit: tuple[Project, list[Plain]]) -> None:
    project, known = kit
    found = find_words(project, "page:1 typed or accepted", MODEL)
    assert found == [w.id for w in known if w.page == 1 and w.read is not None]


def test_only_words_nobody_has_read(kit: tuple[Project, list[Plain]]) -> None:
    project, known = kit
    assert find_words(project, "", MODEL, unread_only=True) == [w.id for w in known if w.read is None]
    assert find_words(project, "", None) == [w.id for w in known]


def test_it_says_whether_it_asks_for_what_people_read() -> None:
    assert parse("typed").names_readings and parse("page:1 unread or read").names_readings
    assert not parse("-typed unseen").names_readings and not parse("text:typed").names_readings


def test_a_decimal_comma_is_understood(kit: tuple[Project, list[Plain]], tmp_path: Path) -> None:
    project, _ = kit
    assert find_words(project, "conf<0,6", MODEL) == find_words(project, "conf<0.6", MODEL) != []
