"""Read PAGE files with OCR-D's validator, its schema, pagexml-tools and page-to-alto; runs in their environment.

Standard input: a JSON list of paths. Standard output: for each path what every program found, or its error.
"""

import json
import logging
import re
import sys
from contextlib import redirect_stdout
from importlib.util import find_spec
from pathlib import Path

from lxml import etree

logging.disable(logging.CRITICAL)


def problems(path):
    """Return how many problems OCR-D's validator finds: in texts that contradict each other, and in outlines.

    Texts that differ in blanks alone are no problem: a line whose words say the same keeps the spacing of its archive.
    """
    from ocrd_validators import PageValidator

    errors = PageValidator.validate(filename=path).errors
    texts = [error for error in errors if type(error).__name__ == "ConsistencyError"]
    return {
        "texts": sum(error.actual.split() != error.expected.split() for error in texts),
        "outlines": sum(type(error).__name__.startswith("Coordinate") for error in errors),
    }


def lines_and_words(path):
    """Return the texts of the lines, and the number of words, as pagexml-tools reads them.

    It fails at a second colon in a value, which types of lines have as eScriptorium writes them: these are cut there.
    """
    from pagexml.parser import parse_pagexml_file

    data = re.sub(r"(structure \{type:[^:;}]*):[^;}]*", r"\1", Path(path).read_text("utf-8"))
    lines = parse_pagexml_file(path, pagexml_data=data).get_lines()
    return {"lines": [line.text or "" for line in lines], "words": sum(len(line.words) for line in lines)}


def strings(path):
    """Return the texts of the Strings that page-to-alto makes."""
    from ocrd_page_to_alto.convert import OcrdPageAltoConverter

    converter = OcrdPageAltoConverter(page_filename=path, check_words=False, dummy_word=False, dummy_textline=False)
    converter.convert()
    root = etree.fromstring(str(converter).encode())
    return [element.get("CONTENT", "") for element in root.iter("{*}String")]


def schema_errors():
    """Return a function that counts a file's errors by the PAGE schema of 2019; None for files of other versions."""
    schema = etree.XMLSchema(file=str(Path(find_spec("ocrd_validators").origin).parent / "page.xsd"))

    def count(path):
        document = etree.parse(path)
        if "2019-07-15" not in document.getroot().tag:
            return None
        schema.validate(document)
        return [error.message for error in schema.error_log]

    return count


def main():
    programs = {"validator": problems, "pagexml": lines_and_words, "page-to-alto": strings, "schema": schema_errors()}
    found = {}
    for path in json.load(sys.stdin):
        found[path] = {}
        for name, read in programs.items():
            try:
                found[path][name] = read(path)
            except Exception as error:
                found[path][name] = {"error": f"{type(error).__name__}: {error}"}
    return found


with redirect_stdout(sys.stderr):  # some programs print while they read
    result = main()
json.dump(result, sys.stdout)
