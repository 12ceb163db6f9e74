"""Measure what a line reader reads of whole pages: letter by letter, or with the list of a language.

    python -m research.measurements.bench_line_reading FOLDER [--reader FILE] [--part check] [--lines given|found]
        [--collection NAME ...] [--language fr]

FOLDER holds pages.csv (page, collection, part) and ``pages/``, images beside PAGE XML with the outlines and texts of
their lines. Lines are those given, or those that the line finder finds on the bare scan. The edit distance of a page is
that of its lines joined by spaces, in reading order (CER, WER), and of its lines in any order.
"""

from __future__ import annotations

import argparse
import csv
import time
from collections import defaultdict
from pathlib import Path

from core.evaluation.page_text import PageText, error_rates
from core.events import ignore_events
from core.formats.pagexml import read
from core.imaging.read import read_gray
from core.jobs.lines.line_readers import found_place, line_place
from core.jobs.segmentation.learned_lines import LEARNED, LearnedLines
from core.lexicon.alphabet import split_encodable
from core.lexicon.language_lists import frequencies
from core.lexicon.lexicon import Lexicon
from core.model.line_beam import LineLanguage
from core.model.line_reader import LineReader
from core.recognition.line_language import line_language
from core.recognition.line_words import read_lines
from core.recognition.page_strips import page_strips
from core.recognition.word_model import WordModel
from core.store.shipped_files import line_reader_path, load_line_reader
from research.line_reader.lines import plain


def language_of(code: str, reader: LineReader) -> LineLanguage:
    """Return the words of a language as a line reader reads them."""
    counts = frequencies(code)
    lexicon = Lexicon(split_encodable(counts, reader.alphabet)[0], reader.alphabet, counts)
    return line_language(WordModel.build([], lexicon), reader.alphabet, reader.familiar)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--reader", type=Path, default=line_reader_path())
    parser.add_argument("--part", default="check")
    parser.add_argument("--lines", choices=("given", "found"), default="given")
    parser.add_argument("--collection", action="append")
    parser.add_argument("--language", help="read with the words of this language")
    parser.add_argument("--print", action="store_true", help="print what is read beside what is written")
    options = parser.parse_args()
    reader = load_line_reader(options.reader)
    language = language_of(options.language, reader) if options.language else None
    learned = LearnedLines(LEARNED, ignore_events)
    with (options.folder / "pages.csv").open(encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file) if row["part"] == options.part]
    pages: dict[str, list[PageText]] = defaultdict(list)
    started = time.process_time()
    for row in rows:
        if options.collection and row["collection"] not in options.collection:
            continue
        for page in read(options.folder / "pages" / f"{row['page']}.xml").pages:
            gray = read_gray(page.image)
            if options.lines == "found":
                places = [found_place(line) for line in learned.find(gray) or ()]
            else:
                places = [line_place(line) for line in page.lines if plain(line.text or "")]
            strips = page_strips(gray, places, reader)
            lines = read_lines(reader, [strip.gray for strip in strips if strip is not None], language)
            text = PageText(
                tuple(plain(line.text or "") for line in page.lines if plain(line.text or "")),
                tuple(" ".join(word.text for word in line.words) for line in lines if line.words),
            )
            pages[row["collection"]].append(text)
            if options.print:
                for number in range(max(len(text.written), len(text.read))):
                    print((text.written[number : number + 1] or ("",))[0])
                    print("   ", (text.read[number : number + 1] or ("",))[0])
    print(f"{time.process_time() - started:.0f} processor seconds")
    everything = [page for group in pages.values() for page in group]
    for name, group in [*sorted(pages.items()), ("all", everything)]:
        rates = error_rates(group)
        shown = "  ".join(f"{key} {rates[key]['value']:.4f}" for key in rates)
        print(f"{name:<32}{len(group):>4} pages  {shown}")


if __name__ == "__main__":
    main()
