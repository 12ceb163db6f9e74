"""`ductus lexicon`."""

from __future__ import annotations

import argparse

from core.cli.console import Console
from core.events import collision, skipped, unencodable
from core.lexicon.alphabet import choose_alphabet, split_encodable
from core.lexicon.signature import collisions
from core.project.content.lexicon import add_word_list, lexicon_stats, lexicon_words
from core.project.project import Project


def run(options: argparse.Namespace, console: Console) -> None:
    """Add a word list; then count the words, and list those that cannot be encoded or have equal signatures."""
    with Project.open(options.project, read_only=options.add is None) as project:
        n_added = 0
        if options.add is not None:
            added = add_word_list(project, options.add)
            n_added = added.added
            for entry in added.skipped:
                console.emit(skipped(entry.file, entry.place, entry.reason))
            console.print(f"Added {added.added} words. Already in the lexicon: {added.already}.")
        words = lexicon_words(project)
        alphabet = choose_alphabet(options.alphabet, words)
        stats = lexicon_stats(project, alphabet.unencodable)
    groups = collisions(split_encodable(words, alphabet)[0], alphabet)
    for word, characters in stats.unencodable.items():
        console.emit(unencodable(word, "".join(sorted(characters))))
    for group in groups:
        console.emit(collision(group))
    console.print(
        f"The lexicon has {stats.total} words: {stats.seen} with transcribed training images, {stats.unseen} without. "
        f"The alphabet '{alphabet.name}' cannot encode {len(stats.unencodable)} words and gives the same signature to "
        f"the words of {len(groups)} groups."
    )
    console.result(
        {
            "total": stats.total,
            "seen": stats.seen,
            "unseen": stats.unseen,
            "alphabet": alphabet.name,
            "unencodable": len(stats.unencodable),
            "collisions": len(groups),
            "added": n_added,
        }
    )
