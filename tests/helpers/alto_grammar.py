"""A check of new ALTO documents against ALTO 4.4, by a grammar of ours: no package has the schema itself."""

from __future__ import annotations

from pathlib import Path

from lxml import etree

_GRAMMAR = Path(__file__).with_name("alto_written.rng")


def alto_errors(path: Path) -> list[str]:
    """Return what is wrong with a new ALTO document."""
    grammar = etree.RelaxNG(etree.parse(_GRAMMAR))
    document = etree.parse(path)
    grammar.validate(document)
    errors = [f"line {error.line}: {error.message}" for error in grammar.error_log]
    ids = [element.get("ID") for element in document.iter() if element.get("ID")]
    errors += [f"the identifier {ref} is used twice" for ref in sorted({ref for ref in ids if ids.count(ref) > 1})]
    tags = {tag.get("ID") for tag in document.iter("{*}OtherTag")}
    used = {ref for element in document.iter() for ref in (element.get("TAGREFS") or "").split()}
    return errors + [f"there is no tag {ref}" for ref in sorted(used - tags)]
