"""`ductus inspect`: the contents of a project or model, and the votes on one word."""

import argparse
from pathlib import Path
from typing import Any

from core.cli.console import Console
from core.errors import InputError
from core.events import Report
from core.language import format_number, tr, tr_noop
from core.project.content.lexicon import words_in_lexicon
from core.project.content.models import get_model, list_models
from core.project.content.predictions import predictions_by_model
from core.project.content.statistics import role_counts
from core.project.content.words import get_words
from core.project.project import Project
from core.recognition.candidate_costs import changed_by_line
from core.recognition.free_decoding import vote_on_spelling
from core.recognition.prediction_status import PredictionStatus
from core.recognition.vote_details import Candidate, MemberVote, count_predictions, decode_detail

_LISTED = 4
"""Words of the line reader that are shown."""
_IN_NO_LIST = tr_noop("in no list")


def run(options: argparse.Namespace, console: Console) -> None:
    """Show a model file, a project, or (with ``--word``) one word of a project."""
    if options.target.is_file():
        _show_model(options.target, console)
        return
    with Project.open(options.target, read_only=True) as project:
        if options.word is not None:
            _show_word(project, options.word, options.model, console)
        else:
            _show_project(project, console)


def _show_model(file: Path, console: Console) -> None:
    from core.store.model_file import load_ensemble

    ensemble = load_ensemble(file)
    members: list[dict[str, Any]] = [
        {
            "learner": member.learner.kind,
            "seen": sum(bool(ensemble.classes[index]) for index in member.seen),
            "gates": member.n_gates,
            "dims": member.pca.dims,
            "thres": member.thres,
            "stacking": member.stacking,
        }
        for member in ensemble.members
    ]
    n_classes = sum(map(bool, ensemble.classes))  # the starter model has the empty word as its only class
    console.table(
        tr(
            "{file}: {n_classes} words, alphabet {alphabet}",
            file=file.name,
            n_classes=n_classes,
            alphabet=ensemble.alphabet.name,
        ),
        [tr("reader"), tr("learner"), tr("words trained on"), tr("gates"), tr("components"), tr("threshold")],
        [
            [str(k + 1), m["learner"], str(m["seen"]), str(m["gates"]), str(m["dims"]), str(m["thres"])]
            for k, m in enumerate(members)
        ],
    )
    console.result(Report({"card": ensemble.card, "classes": n_classes, "members": members}))


def _show_project(project: Project, console: Console) -> None:
    by_role = {role: {"read": done, "unread": n - done} for role, (n, done) in role_counts(project).items()}
    models = list_models(project)
    console.table(
        tr("{folder}: words", folder=project.folder.name),
        [tr("role"), tr("transcribed"), tr("not transcribed")],
        [[role, str(n["read"]), str(n["unread"])] for role, n in by_role.items()],
    )
    for model in models:
        active = tr_noop("Model '{model}', made {created_at}; it is the active one.")
        text = active if model.active else tr_noop("Model '{model}', made {created_at}.")
        console.print(tr(text, model=model.name, created_at=model.created_at))
    listed = [{"name": model.name, "active": model.active} for model in models]
    console.result(Report({"words": by_role, "models": listed}))


def _show_word(project: Project, word_id: int, model: str | None, console: Console) -> None:
    words = get_words(project, [word_id])
    if not words:
        raise InputError.of("This project has no word {word_id}.", word_id=word_id)
    word = words[0]
    name = get_model(project, model).name
    prediction = predictions_by_model(project, word_id).get(name)
    if prediction is None or prediction.detail is None:
        raise InputError.of(
            "The model '{name}' has not read word {word_id} yet. Run: ductus recognise --words all",
            name=name,
            word_id=word_id,
        )
    votes, line = decode_detail(prediction.detail)
    free = vote_on_spelling([vote.spelled for vote in votes])
    is_known = free is not None and bool(words_in_lexicon(project, [free.text]))
    header = [
        tr("reader"),
        tr("votes 'trained on'"),
        tr("threshold"),
        tr("status"),
        tr("word"),
        tr("distance"),
        tr("runner-up"),
    ]
    rows = [_vote_cells(k, vote) for k, vote in enumerate(votes)]
    if free is not None:
        header.append(tr("without lexicon"))
        rows = [[*row, vote.spelled.text if vote.spelled else ""] for row, vote in zip(rows, votes, strict=True)]
    status = tr(_IN_NO_LIST) if prediction.status == PredictionStatus.UNLISTED else prediction.status
    console.table(
        tr(
            "Word {word_id}: '{prediction}' ({status}), {votes} of {members} votes",
            word_id=word_id,
            prediction=prediction.text,
            status=status,
            votes=prediction.votes,
            members=prediction.members,
        ),
        header,
        rows,
    )
    if changed_by_line(prediction.text, votes):
        winner = count_predictions(votes)[0][0]
        console.say(
            "The readers voted for '{winner}'; read with its line it is '{prediction}'.",
            winner=winner,
            prediction=prediction.text,
        )
    if line:
        likely = sorted(line.items(), key=lambda pair: pair[1])[:_LISTED]
        listed = ", ".join(f"{word} ({cost:.1f})" for word, cost in likely)
        console.say("The line reader sees, with the cost of the letters: {listed}.", listed=listed)
    if free is not None:
        known = tr_noop("Read without the lexicon: '{free}' ({votes} of {n_votes} readers); it is in the lexicon.")
        unknown = tr_noop(
            "Read without the lexicon: '{free}' ({votes} of {n_votes} readers); it is not in the lexicon."
        )
        console.print(tr(known if is_known else unknown, free=free.text, votes=free.votes, n_votes=len(votes)))
    if word.text is not None:
        console.say("Transcription ({source}): '{word}'.", source=word.source, word=word.text)
    console.result(
        Report(
            {
                "word": word_id,
                "text": prediction.text,
                "status": prediction.status,
                "reading": word.text,
                "tally": count_predictions(votes),
                "members": [
                    {
                        "votes": v.votes,
                        "gates": v.gates,
                        "thres": v.thres,
                        "seen": v.seen,
                        "choices": [[c.word, c.distance] for c in v.choices],
                        "spelled": v.spelled.text if v.spelled else None,
                        "unlisted": v.unlisted,
                        "probability": v.probability,
                    }
                    for v in votes
                ],
                "spelled": None if free is None else {"text": free.text, "readers": free.votes, "in_lexicon": is_known},
            }
        )
    )


def _kind(vote: MemberVote) -> str:
    if vote.unlisted:
        name = tr(_IN_NO_LIST)
        return name if vote.probability is None else f"{name} ({format_number(vote.probability, '.0%')})"
    return "seen" if vote.seen else "unseen"


def _vote_cells(k: int, vote: MemberVote) -> list[str]:
    spelled = vote.spelled if vote.unlisted else None
    answer = [] if spelled is None else [Candidate(spelled.text, -spelled.score)]
    first, second = (*answer, *vote.choices, None, None)[:2]
    return [
        str(k + 1),
        tr("{votes} of {gates}", votes=vote.votes, gates=vote.gates),
        str(vote.thres),
        _kind(vote),
        first.word if first else "",
        format_number(first.distance, ".3f") if first else "",
        second.word if second else "",
    ]
