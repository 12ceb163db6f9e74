"""Compile the search kernels once, so that the first recognition does not wait for it (half a minute).

The machine code is kept beside the modules, or in the user's cache folder where those cannot be written.
"""

from __future__ import annotations

import numpy as np

from core.lexicon.alphabet import load_alphabet
from core.lexicon.lexicon import Lexicon
from core.model.ctc import costs_in_columns
from core.model.learner import new_learner
from core.model.lexicon_search.word_lists import WordSearch
from core.model.line_beam import decode_line
from core.model.spelling_learner import SpellingLearner
from core.recognition.line_language import line_language
from core.recognition.unlisted import cached_character_model, spell
from core.recognition.word_model import WordModel


def main() -> None:
    alphabet = load_alphabet("latin")
    lexicon = Lexicon(["the", "and", "captain"], alphabet)
    learner = new_learner("phosc-ctc", alphabet, "cosine", 0)
    assert isinstance(learner, SpellingLearner)
    embeddings = learner.embed(np.full((2, 50, 250), 255, np.uint8))
    is_seen = np.array([True, False, False])
    for cost in (None, np.zeros(3, np.float32)):
        learner.nearest(embeddings, WordSearch(lexicon, is_seen, 2, cost))
    spell(learner, embeddings, lexicon, cached_character_model(lexicon), 0.5)
    letters = load_alphabet("latin-extended")
    language = line_language(WordModel.build([], lexicon), letters)
    columns = np.full((4, len(letters.characters)), -5.0, np.float32)
    decode_line(columns, language)
    costs_in_columns(columns, [[1]])


if __name__ == "__main__":
    main()
