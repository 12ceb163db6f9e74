"""New elements in the namespace of a document."""

from __future__ import annotations

from typing import Any


def namespace_of(root: Any) -> str:
    """The namespace of an element, "" for none."""
    return root.tag.rpartition("}")[0][1:] if root.tag.startswith("{") else ""


def make(parent: Any, namespace: str, name: str, **attributes: str) -> Any:
    """A new element, the last child of ``parent`` when there is one."""
    from lxml import etree

    tag = f"{{{namespace}}}{name}" if namespace else name
    if parent is None:
        return etree.Element(tag, attributes, nsmap={None: namespace} if namespace else None)
    return etree.SubElement(parent, tag, attributes)
