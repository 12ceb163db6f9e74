"""Collect the word lists of the languages that Ductus offers; wordfreq has forty, 58 MB."""

from PyInstaller.utils.hooks import get_package_paths

from core.lexicon.language_lists import LANGUAGES

_base, _package = get_package_paths("wordfreq")
datas = [
    (f"{_package}/data/{size}_{language}.msgpack.gz", "wordfreq/data")
    for language in LANGUAGES
    for size in ("small", "large")
]
