"""A model's card as Markdown."""

from collections.abc import Sequence

from core.evaluation.group_figures import SURE, GroupFigure, Kind, Share, Status
from core.evaluation.metrics import NO_VALUE, SCORES, score_cell
from core.evaluation.model_card import ModelCard, ShareOf, by_kind, part_of, status_figure
from core.model.decision import GATES, NO_GATE, STACKING

_STATUS = {Status.SEEN: "words trained on", Status.UNSEEN: "new words", Status.UNLISTED: "words in no list"}
_KINDS = {
    Kind.STATUS: "Trained on or not",
    Kind.STARTER: "New words by whether the starter model met them",
    Kind.LENGTH: "Length in characters",
    Kind.FREQUENCY: "Images of the word that were trained on",
    Kind.WRITER: "Writer",
}
_RULES = {NO_GATE: "no gate", STACKING: "one offset (stacking)", GATES: "gates"}
_MET = {"met": "met", "not_met": "not met"}


def card_markdown(card: ModelCard) -> str:
    """Return the whole card."""
    sections = [
        ("Model", _details(card)),
        ("Intended use", _intended_use(card)),
        ("Training data and licences", _training_data(card)),
        ("Figures on test words, by group", _tested(card)),
        ("Figures on images set aside from training, by group", _set_aside(card)),
        ("Calibration", _calibration(card)),
        ("Limits", _limits(card)),
    ]
    text = "\n\n".join(f"## {title}\n\n" + "\n".join(lines) for title, lines in sections)
    return f"# Model card: {card.name}\n\n{text}\n"


def _details(card: ModelCard) -> list[str]:
    about, members = card.summary.card, card.summary.members
    versions = ", ".join(f"{name} {number}" for name, number in part_of(about, "versions").items())
    rows = {
        "Made": str(about.get("created", ""))[:16].replace("T", " "),
        "Readers (L)": len(members),
        "Learner": members[0].learner,
        "Preset": part_of(about, "preset").get("name"),
        "Gates of each reader": ", ".join(str(member.n_gates) for member in members),
        "Thresholds": ", ".join(str(member.thres) for member in members),
        "Classifier of trained words": "nearest signature" if members[0].words == "nearest" else members[0].words,
        "Alphabet": card.summary.alphabet.name,
        "Continues from": about.get("parent"),
        "Random seed": about.get("seed"),
        "Precision of the training": about.get("precision"),
        "Versions": versions,
    }
    return _table(["", ""], [[name, str(value)] for name, value in rows.items() if value not in (None, "")])


def _intended_use(card: ModelCard) -> list[str]:
    other = "words in no list can be spelled" if card.spells else "a word that is not in it cannot be read"
    return [
        "Suggestions for single handwritten words of the hand, or the hands, that the model was trained on, to be "
        f"checked by a person. It chooses words from a list in the alphabet '{card.summary.alphabet.name}'; {other}.",
        "",
        "It is not meant for reading without a person where errors do harm, for telling who wrote a text, or for hands "
        "that it has not met.",
    ]


def _training_data(card: ModelCard) -> list[str]:
    data = card.data
    lines = [
        f"- {data.get('images', 'An unknown number of')} transcribed word images of "
        f"{len(card.summary.classes)} different words of the project, with a list of "
        f"{data.get('lexicon', 'an unknown number of')} words. Their rights are those of the project's scans and "
        "transcriptions; the file holds neither.",
        f"- Fingerprint of the data: {data.get('fingerprint', 'not recorded')}.",
    ]
    if card.starter is None:
        return [*lines, "- It began with random weights, or the file does not show otherwise."]
    lines += [
        f"- It began with the starter model: {card.starter.get('pictures', 0):,} pictures of words in "
        f"{card.starter.get('fonts', 0)} fonts under open licences, and the real hands below (those of the starter "
        "model of this version of Ductus)."
    ]
    if card.adapted:
        lines.append(_adapted(card))
    lines.append("")
    rows = [
        [str(collection.get(name)) for name in ("title", "licence", "hands", "words")]
        for collection in card.starter.get("learnt_from", ())
    ]
    return lines + _table(["collection", "licence", "hands", "words"], rows)


def _adapted(card: ModelCard) -> str:
    about = card.adapted
    shares = ", ".join(f"{share:.0%}" for share in about.get("shares", ()))
    text = (
        f"- The starter model was adapted to the handwriting of the project, without transcriptions: of its own "
        f"readings of {about.get('images', 0):,} word images, chosen among {about.get('lexicon', 0):,} words, it "
        f"learnt from the surest (rounds: {shares}; {about.get('steps')} steps each, random seed {about.get('seed')}). "
        "Images of transcribed test words were left out."
    )
    if about.get("lines"):
        text += f" Its line reader learnt from its own surest readings of {about['lines']:,} lines."
    return f"{text} Digest of its weights: {about['digest']}." if "digest" in about else text


def _tested(card: ModelCard) -> list[str]:
    evaluation = card.evaluation
    if evaluation is None:
        return ["Not measured, or not known to this file. Measure it on test words, then make the card of the project."]
    lines = [
        f"The vote of all readers, each as it decides, on {evaluation.get('n_seen')} test images of words trained on "
        f"and {evaluation.get('n_unseen')} of new words, measured on {str(evaluation.get('measured_at', '–'))[:10]} "
        f"with a list of {evaluation.get('lexicon', '–')} words that holds them:",
        "",
        *_table(list(SCORES), [[score_cell(evaluation, score) for score in SCORES]]),
    ]
    if unread := evaluation.get("unread"):
        low, high = unread["interval"]
        lines += [
            "",
            f"As on unread pages, without the {unread.get('left_out', 0)} words that only the test pages brought into "
            f"the list: {unread['right']:.1%} of {unread.get('words', '–')} words ({low:.1%} to {high:.1%}).",
        ]
    if left_out := len(evaluation.get("learnt") or ()):
        lines += ["", f"{left_out} test words were left out, because the model learnt from their images."]
    if not card.tested:
        return [*lines, "", "By group: not recorded by the version that measured it. Measure again."]
    lines += [
        "",
        *_group_tables(
            card.tested, "as on unread pages, without the words that only the test pages brought into the list"
        ),
    ]
    return lines + _missing(card.tested, writer="the test words have no writer in the project")


def _set_aside(card: ModelCard) -> list[str]:
    """Return the figures on X and X': first of each reader, then of all readers by group."""
    header = ["reader", "words trained on", "new words", "gate wrong on these", "gate wrong on those"]
    rows = [
        [str(k), *(_share_of(share) for share in (reader.seen, reader.unseen, reader.alpha, reader.beta))]
        for k, reader in enumerate(card.readers, start=1)
    ]
    lines = [
        "Right answers of each reader alone on training images that it was not trained on, with 95 % intervals. Its "
        "thresholds and confidence were chosen on the same images, so the figures are a little too good.",
        "",
        *_table(header, rows),
        "",
    ]
    if not card.is_calibrated:
        return ["None: the model was not trained on transcriptions of this handwriting."]
    lines += _decisions(card)
    if not card.set_aside:
        return [*lines, "By group: not recorded in the model file."]
    lines.append("All readers together; the number of different images decides the width of the intervals:")
    lines += ["", *_group_tables(card.set_aside, "the same images, each with its word taken out of the list")]
    return lines + _missing(card.set_aside, writer="the training words have no writer in the project")


def _decisions(card: ModelCard) -> list[str]:
    """Return what decides in each reader, why, and what the other rules would have done."""
    decisions = [(k, member.decision) for k, member in enumerate(card.summary.members, start=1) if member.decision]
    if not decisions:
        return []
    rows = [
        [
            str(k),
            _RULES[decision.rule],
            f"{decision.new_share:.1%}",
            *(
                f"{decision.right[rule]:.1%} (± {decision.chance[rule]:.1%})" if rule in decision.right else NO_VALUE
                for rule in _RULES
            ),
        ]
        for k, decision in decisions
    ]
    return [
        "What decides between words trained on and new ones: the rule that is expected to read most of the words to "
        "come, of which as many are new as below. Shares are of the same images, weighed as words to come and read on "
        "pages that the rule was not fitted on; in brackets the standard error of the gain over no gate. No gate "
        "decides where no other rule gains more than that.",
        "",
        *_table(["reader", "decides", "new words", *_RULES.values()], rows),
        "",
    ]


def _group_tables(figures: Sequence[GroupFigure], unlisted: str) -> list[str]:
    lines = []
    for kind, title in _KINDS.items():
        if rows := by_kind(figures, kind):
            header = [title, "images", "right", "mean confidence", f"wrong at {SURE:.0%} or more"]
            shares = [[_interval(row.right), _interval(row.confidence), _interval(row.sure_wrong)] for row in rows]
            cells = [[_group(row), str(row.images), *share] for row, share in zip(rows, shares, strict=True)]
            lines += [*_table(header, cells), ""]
    if status_figure(figures, Status.UNLISTED):
        lines += [f"Words in no list: {unlisted}.", ""]
    return lines


def _missing(figures: Sequence[GroupFigure], writer: str) -> list[str]:
    lines = []
    if not by_kind(figures, Kind.WRITER):
        lines.append(f"By writer: not known; {writer}.")
    for status, name in _STATUS.items():
        if status_figure(figures, status) is None:
            lines.append(f"Of {name}: not measured, there was no image.")
    return lines


def _calibration(card: ModelCard) -> list[str]:
    if not card.is_calibrated:
        return ["The confidence of this model was not fitted on images: it has no measured meaning."]
    rows = [
        [
            "test words" if is_test else "set aside from training",
            _group(figure),
            str(figure.images),
            NO_VALUE if figure.ece is None else f"{figure.ece[0]:.3f} ({figure.ece[1]:.3f} to {figure.ece[2]:.3f})",
            _interval(figure.confidence),
            _interval(figure.right),
        ]
        for is_test, figure in card.calibration()
    ]
    if not rows:
        return ["Not recorded: this model was made and measured by an earlier version of Ductus."]
    header = ["", "group", "images", "expected calibration error", "mean confidence", "right"]
    lines = _table(header, rows)
    lines += ["", "Ten bins; the intervals of the error resample the images 400 times."]
    if card.assumed_percent:
        lines.append(
            f"The confidence assumes that {card.assumed_percent} % of the words to be read are not in the list."
        )
    return lines


def _limits(card: ModelCard) -> list[str]:
    words = f", of {card.list_words} words" if card.list_words else ""
    lines = [
        "- Other hands, scans and ways of cutting words are likely to be read worse; that was not measured.",
        f"- Gates, thresholds and confidence are for the word list of the training{words}; with another one they are "
        "fitted again.",
        "- Words of one page err together, so the true uncertainty is larger than the intervals.",
    ]
    if card.least_new:
        lines.append(
            f"- Figures on new words rest on {card.least_new} images or more for each reader, of words that it was "
            "kept from."
        )
    return lines


def _group(figure: GroupFigure) -> str:
    if figure.kind == Kind.STATUS:
        return _STATUS.get(Status(figure.group), figure.group) if figure.group in list(Status) else figure.group
    if figure.kind == Kind.WRITER:
        return figure.group or "not known"
    if figure.kind == Kind.STARTER:
        return _MET.get(figure.group, figure.group)
    return figure.group.replace("-", " to ") if not figure.group.endswith("-") else f"{figure.group[:-1]} or more"


def _interval(share: Share) -> str:
    value, low, high = share
    return f"{value:.1%} ({low:.1%} to {high:.1%})"


def _share_of(counted: ShareOf | None) -> str:
    if counted is None:
        return NO_VALUE
    value, low, high = counted.share
    return f"{value:.1%} of {counted.n} ({low:.1%} to {high:.1%})"


def _table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    lines = [header, ["---"] * len(header), *rows]
    return [f"| {' | '.join(cell.replace('|', '/') for cell in line)} |" for line in lines]
