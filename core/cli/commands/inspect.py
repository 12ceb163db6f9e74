"""`ductus inspect`: what a project or model holds, and how the vote on one word fell."""

from __future__ import annotations

import argparse
from typing import Any

from core.cli.console import Console
from core.errors import InputError
from core.project.content.lexicon import words_in_lexicon
from core.project.content.models import get_model, models
from core.project.content.predictions import predictions
from core.project.content.words import counts, rows
from core.project.project import Project
from core.recognition.free_decoding import free_reading
from core.recognition.vote_details import MemberVote, decode_votes, tally


def run(options: argparse.Namespace, console: Console) -> None:
    """Tell of a model file, a project, or (with ``--word``) one word of a project."""
    if options.target.is_file():
        _model(options, console)
        return
    with Project.open(options.target, read_only=True) as project:
        if options.word is not None:
            _word(project, options.word, options.model, console)
        else:
            _project(project, console)


def _model(options: argparse.Namespace, console: Console) -> None:
    from core.store.model_file import load_ensemble

    ensemble = load_ensemble(options.target)
    members: list[dict[str, Any]] = [
        {
            "learner": member.learner.kind,
            "seen": sum(bool(ensemble.classes[place]) for place in member.seen),
            "gates": member.n_gates,
            "dims": member.pca.dims,
            "thres": member.thres,
            "stacking": member.stacking,
        }
        for member in ensemble.members
    ]
    known = sum(map(bool, ensemble.classes))  # the starter model has the empty word in place of any
    console.table(
        f"{options.target.name}: {known} words, alphabet {ensemble.alphabet.name}",
        ["reader", "learner", "words known", "gates", "components", "threshold"],
        [
            [str(k + 1), m["learner"], str(m["seen"]), str(m["gates"]), str(m["dims"]), str(m["thres"])]
            for k, m in enumerate(members)
        ],
    )
    console.result({"card": ensemble.card, "classes": known, "members": members})


def _project(project: Project, console: Console) -> None:
    by_role = counts(project)
    console.table(
        f"{project.folder.name}: words",
        ["role", "transcribed", "unread"],
        [[role, str(n["read"]), str(n["unread"])] for role, n in by_role.items()],
    )
    for model in models(project):
        console.say(f"Model '{model.name}', made {model.created_at}{', active' if model.active else ''}.")
    console.result(
        {"words": by_role, "models": [{"name": model.name, "active": model.active} for model in models(project)]}
    )


def _word(project: Project, word_id: int, model: str | None, console: Console) -> None:
    found = rows(project, [word_id])
    if not found:
        raise InputError(f"This project has no word {word_id}.")
    name = get_model(project, model).name
    prediction = predictions(project, word_id).get(name)
    if prediction is None or prediction.detail is None:
        raise InputError(f"The model '{name}' has not read word {word_id} yet: ductus recognise --words all")
    votes = decode_votes(prediction.detail)
    free = free_reading([vote.spelled for vote in votes])
    is_known = free is not None and bool(words_in_lexicon(project, [free.text]))
    spells = free is not None
    console.table(
        f"Word {word_id}: '{prediction.text}' ({prediction.status}), {prediction.votes} of {prediction.members} votes",
        ["reader", "say seen", "threshold", "status", "word", "distance", "runner-up"] + ["spells"] * spells,
        [_line(k, vote) + [vote.spelled.text if vote.spelled else ""] * spells for k, vote in enumerate(votes)],
    )
    if free is not None:
        where = "which is in the lexicon" if is_known else "which is not in the lexicon"
        console.say(f"By the letters alone: '{free.text}', {where} ({free.votes} of {len(votes)} readers).")
    if found[0].text is not None:
        console.say(f"A person's reading ({found[0].source}): '{found[0].text}'.")
    console.result(
        {
            "word": word_id,
            "text": prediction.text,
            "status": prediction.status,
            "reading": found[0].text,
            "tally": tally(votes),
            "members": [
                {
                    "votes": v.votes,
                    "gates": v.gates,
                    "thres": v.thres,
                    "seen": v.seen,
                    "choices": [[c.word, c.distance] for c in v.choices],
                    "spelled": v.spelled.text if v.spelled else None,
                }
                for v in votes
            ],
            "spelled": None if free is None else {"text": free.text, "readers": free.votes, "in_lexicon": is_known},
        }
    )


def _line(k: int, vote: MemberVote) -> list[str]:
    first: Any = vote.choices[0] if vote.choices else None
    second = vote.choices[1] if len(vote.choices) > 1 else None
    return [
        str(k + 1),
        f"{vote.votes} of {vote.gates}",
        str(vote.thres),
        "seen" if vote.seen else "unseen",
        first.word if first else "",
        f"{first.distance:.3f}" if first else "",
        second.word if second else "",
    ]
