"""`ductus lexicon`."""

import argparse

from core.cli.console import Console
from core.events import Collision, InputSkipped, Report, Unencodable
from core.lexicon.alphabet import choose_alphabet, split_encodable
from core.lexicon.signature import collisions
from core.project.content.language_words import add_language, added_languages, remove_language
from core.project.content.lexicon import AddedWords, add_word_list, lexicon_stats, lexicon_words
from core.project.project import Project


def run(options: argparse.Namespace, console: Console) -> None:
    """Change the word list; then count the words, and list those that cannot be encoded or have equal signatures."""
    is_edit = any((options.add, options.language, options.remove_language))
    with Project.open(options.project, read_only=not is_edit) as project:
        n_removed = 0
        if options.remove_language is not None:
            n_removed = remove_language(project, options.remove_language)
            console.say_plural(
                "Removed {n} word of the list of '{remove_language}'.",
                "Removed {n} words of the list of '{remove_language}'.",
                n_removed,
                remove_language=options.remove_language,
            )
        n_added = 0
        if options.add is not None:
            n_added += _report(add_word_list(project, options.add), console)
        if options.language is not None:
            n_added += _report(add_language(project, options.language, options.most), console)
        words = lexicon_words(project)
        alphabet = choose_alphabet(options.alphabet, words)
        stats = lexicon_stats(project, alphabet.unencodable)
        by_language = added_languages(project)
    groups = collisions(split_encodable(words, alphabet)[0], alphabet)
    for word, characters in stats.unencodable.items():
        console.emit(Unencodable(word, "".join(sorted(characters))))
    for group in groups:
        console.emit(Collision(group))
    console.say(
        "The lexicon has {total} words: {seen} with transcribed training images, {unseen} without. "
        "The alphabet '{alphabet}' cannot encode {n_unencodable} words and gives the same signature "
        "to the words of {n_groups} groups.",
        total=stats.total,
        seen=stats.seen,
        unseen=stats.unseen,
        alphabet=alphabet.name,
        n_unencodable=len(stats.unencodable),
        n_groups=len(groups),
    )
    console.result(
        Report(
            {
                "total": stats.total,
                "seen": stats.seen,
                "unseen": stats.unseen,
                "alphabet": alphabet.name,
                "unencodable": len(stats.unencodable),
                "collisions": len(groups),
                "added": n_added,
                "removed": n_removed,
                "languages": by_language,
            }
        )
    )


def _report(added: AddedWords, console: Console) -> int:
    for entry in added.skipped:
        console.emit(InputSkipped(entry.file, entry.place, entry.reason))
    console.say_plural(
        "Added {n} word. Already in the lexicon: {already}.",
        "Added {n} words. Already in the lexicon: {already}.",
        added.added,
        already=added.already,
    )
    return added.added
