"""`ductus lexicon`."""

from __future__ import annotations

import argparse

from core.cli.console import Console
from core.lexicon.alphabet import choose_alphabet, split_encodable
from core.lexicon.signature import collisions
from core.project.content.lexicon import add_word_list, lexicon_stats, lexicon_words
from core.project.project import Project


def run(options: argparse.Namespace, console: Console) -> None:
    """Add a word list, then count what the lexicon holds and name what cannot be encoded or told apart."""
    with Project.open(options.project, read_only=options.add is None) as project:
        added = None
        if options.add is not None:
            added = add_word_list(project, options.add)
            for bad in added.bad:
                console.emit({"event": "skipped", "file": str(bad.file), "place": bad.place, "reason": bad.reason})
            console.say(f"Added {added.added} words; {added.already} were there already.")
        words = lexicon_words(project)
        alphabet = choose_alphabet(options.alphabet, words)
        numbers = lexicon_stats(project, alphabet.unencodable)
        fine, _ = split_encodable(words, alphabet)
        same = collisions(fine, alphabet)
        for word, characters in numbers.unencodable.items():
            console.emit({"event": "unencodable", "word": word, "characters": "".join(sorted(characters))})
        for group in same:
            console.emit({"event": "collision", "words": group})
        console.say(
            f"The lexicon holds {numbers.total} words: {numbers.seen} seen in training, {numbers.unseen} unseen. "
            f"The alphabet '{alphabet.name}' cannot encode {len(numbers.unencodable)}; "
            f"{len(same)} groups have equal signatures."
        )
        console.result(
            {
                "total": numbers.total,
                "seen": numbers.seen,
                "unseen": numbers.unseen,
                "alphabet": alphabet.name,
                "unencodable": len(numbers.unencodable),
                "collisions": len(same),
                "added": added.added if added else 0,
            }
        )
