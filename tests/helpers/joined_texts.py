"""Texts that the code joins from parts of sentences: the order of words, endings and spaces differ by language."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

_ENDS = (".", "!", "?", "…", ":", ";", ")", "\n")
_TRANSLATE = ("tr", "translate")


def joined_texts(folder: Path) -> list[tuple[str, str]]:
    """Return (place, text) of each translated text that is no whole sentence and is joined with other words.

    Joined with ``+``, in an f-string or by ``" ".join``; a text that stands alone between brackets or after a
    dash is a label, and a list with commas is a list.
    """
    found: set[tuple[str, str]] = set()
    for path in sorted(folder.rglob("*.py")):
        source = path.read_text(encoding="utf-8")
        # most files translate nothing
        tree = ast.parse(source if any(f"{name}(" in source for name in _TRANSLATE) else "")
        for function in [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]:
            known = _assigned(function)
            for node in _own_nodes(function):
                parts = [text for text in _parts(node, known) if text.strip() and not text.rstrip().endswith(_ENDS)]
                found |= {(f"{path.relative_to(folder.parent)}:{node.lineno}", text) for text in parts}  # type: ignore[attr-defined]
    return sorted(found)


def _own_nodes(function: ast.FunctionDef) -> Iterator[ast.AST]:
    todo: list[ast.AST] = list(function.body)
    while todo:
        node = todo.pop()
        yield node
        todo += [child for child in ast.iter_child_nodes(node) if not isinstance(child, ast.FunctionDef)]


def _text(node: ast.AST) -> str | None:
    """Return the text that an expression translates, perhaps with its fields filled in."""
    if not isinstance(node, ast.Call):
        return None
    name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    if name == "format" and isinstance(node.func, ast.Attribute):
        return _text(node.func.value)
    if name in _TRANSLATE:
        literals = [
            argument.value for argument in node.args[:2] if isinstance(argument, ast.Constant) and argument.value
        ]
        if literals:
            return str(literals[-1] if name == "translate" else literals[0])
    return None


def _assigned(function: ast.FunctionDef) -> dict[str, str]:
    """Return the translated texts of local variables."""
    found = {}
    for node in _own_nodes(function):
        if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
            text = _text(node.value)
            if text is not None:
                found[node.targets[0].id] = text
    return found


def _parts(node: ast.AST, known: dict[str, str]) -> list[str]:
    """Return the translated texts that an expression joins with words."""
    if isinstance(node, ast.JoinedStr):
        between = [str(each.value).strip() for each in node.values if isinstance(each, ast.Constant)]
        signs = [text for text in between if text]
        if (
            signs
            and len(signs) == len(between)
            and all(text[0] in ",:·–(<[" and not text[-1].isalpha() for text in signs)
        ):
            return []  # a list, or a label with its value
        values = [each.value for each in node.values if isinstance(each, ast.FormattedValue)]
        letters = "".join(str(each.value) for each in node.values if isinstance(each, ast.Constant))
        others = len(values) + any(character.isalpha() for character in letters)
    elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        values, others = [node.left, node.right], 2
    else:
        return []
    if others < 2:
        return []
    texts = [_text(value) or (known.get(value.id) if isinstance(value, ast.Name) else None) for value in values]
    return [text for text in texts if text]
