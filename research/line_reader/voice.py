"""Fit how the line reader is weighed beside the starter model, before anything is transcribed, into its file.

Words are those of real lines whose hands neither has met. The list is that of their language as Ductus offers it. Run
after research.line_reader.make.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import numpy as np

from core.imaging.normalise import normalise
from core.lexicon.alphabet import load_alphabet
from core.lexicon.language_lists import frequencies
from core.lexicon.lexicon import Lexicon
from core.model.line_reader import LineReader
from core.recognition.candidate_costs import MemberList
from core.recognition.line_alignment import align_words
from core.recognition.line_language import line_language
from core.recognition.line_voice import word_voices
from core.recognition.predicted_words import predict_words
from core.recognition.vote_details import count_predictions
from core.recognition.word_model import WordModel
from core.store.shipped_files import LINE_READER, line_reader_path, load_line_reader
from core.store.starter import load_starter, starter_path
from core.store.tree import read_about
from core.training.line_figures_fitting import SetAsideWord, fit_calibration, fit_costs, rank_set_aside
from core.training.starter_init import starter_ensemble
from research.line_reader.lines import Lines
from research.line_reader.make import save


def words_set_aside(reader: LineReader, lines: Lines, lexicon: Lexicon, words: int) -> list[tuple[SetAsideWord, str]]:
    """Return what the starter model and the line reader say of the words of lines, with their true texts."""
    ensemble = starter_ensemble(load_starter(starter_path()), lexicon.alphabet)
    learner = ensemble.members[0].learner
    language = line_language(WordModel.build([], lexicon), lexicon.alphabet, reader.familiar)
    found: list[tuple[SetAsideWord, str]] = []
    for row, strip in enumerate(lines.strips):
        texts = lines.texts[row].split()
        spelled = reader.spell([strip])[0]
        line = align_words([spelled], reader.alphabet, strip, texts)
        if line is None:
            continue
        aligned = [(word, text) for word, text in zip(line.words, texts, strict=True) if word is not None]
        aligned = [pair for pair in aligned if pair[0].right - pair[0].left > 2]
        boxes = [word.box for word, _ in aligned]
        crops = [np.ascontiguousarray(strip[y : y + h, x : x + w]) for x, y, w, h in boxes]
        if not crops:
            continue
        images = np.stack([normalise(crop) for crop in crops])
        predicted = predict_words(ensemble, [learner.embed(images, "cpu")], lexicon)
        voices = word_voices(spelled, boxes, len(strip), lexicon, language)
        for prediction, voice, (_, text) in zip(predicted, voices, aligned, strict=True):
            if prediction is None:
                continue
            lists = tuple(MemberList.of_vote(vote) for vote in prediction.members)
            listed = [word for member in lists for word in member.words]
            candidates = list(dict.fromkeys((*voice.offered(), *listed)))
            pairs = zip(candidates, voice.costs(candidates, lexicon), strict=True)
            costs = dict(sorted(pairs, key=lambda pair: pair[1]))
            found.append((SetAsideWord(lists, count_predictions(prediction.members)[0][0], costs), text))
        if len(found) >= words:
            break
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("lines", type=Path, help="real.npz of research.line_reader.make")
    parser.add_argument("--language", default="fr")
    parser.add_argument("--words", type=int, default=3000)
    parser.add_argument("--reader", type=Path, default=line_reader_path())
    options = parser.parse_args()
    everything = Lines.read(options.lines)
    lines = everything.take([row for row, is_out in enumerate(everything.is_held_out()) if is_out])
    counts = frequencies(options.language)
    alphabet = load_alphabet("latin-extended")
    words = [word for word in counts if not alphabet.unencodable(word)]
    lexicon = Lexicon(words, alphabet, counts)
    reader = load_line_reader(options.reader)
    found = words_set_aside(reader, lines, lexicon, options.words)
    model = WordModel.build([], lexicon)
    costs = fit_costs([(word, text, model) for word, text in found])
    rankings = [rank_set_aside(costs, word, model) for word, _ in found]
    right = [ranking.words[0] == text for ranking, (_, text) in zip(rankings, found, strict=True)]
    calibration = fit_calibration([ranking.share for ranking in rankings], right)
    figures = {
        "words": len(found),
        "listed": sum(text in lexicon for _, text in found),
        "starter": sum(word.winner == text for word, text in found),
        "line": sum(word.reading(model).first() == text for word, text in found),
        "both": sum(right),
        "offered": sum(text in ranking.words for ranking, (_, text) in zip(rankings, found, strict=True)),
    }
    voice = {"costs": costs.to_json(), "calibration": list(calibration), "figures": figures}
    print(json.dumps(voice, indent=1))
    save(options.reader, reader, read_about(options.reader, LINE_READER) | {"voice": voice})


if __name__ == "__main__":
    main()
