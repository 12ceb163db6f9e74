"""The state of the graphics card in plain words, as the dialog shows it."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QCoreApplication, QLocale


class GraphicsCardTexts:
    """Texts about one result of `ductus graphics-card status --json`."""

    def __init__(self, status: dict[str, Any]) -> None:
        self._status = status

    @property
    def can_install(self) -> bool:
        return self._status["situation"] == "available" and not self.lacks_room

    @property
    def can_remove(self) -> bool:
        return bool(self._status["taken"]) or self._status["situation"] in ("installed", "failing")

    @property
    def lacks_room(self) -> bool:
        return not self._status["is_begun"] and self._status["free"] < self._status["needed"]

    def sentence(self) -> str:
        """Return what is the case and what can be done."""
        status, translate = self._status, QCoreApplication.translate
        if status["situation"] == "available" and self.lacks_room:
            text = translate(
                "GraphicsCard", "The disk has no room for it: {0} GB are needed. Make room, then look again."
            )
            return text.format(gigabytes(status["needed"]))
        text = {
            "own": translate("GraphicsCard", "Ductus uses the graphics card already. Nothing has to be installed."),
            "installed": translate("GraphicsCard", "Ductus uses the graphics card."),
            "failing": translate(
                "GraphicsCard", "The graphics card cannot be used; Ductus uses the processor. The reason: {0}."
            ),
            "available": translate(
                "GraphicsCard",
                "Ductus uses the processor. Another build of PyTorch, the library that it computes with, can be "
                "installed for this card. Nothing is fetched before you press the button.",
            ),
            "no_card": translate(
                "GraphicsCard", "No graphics card was found that Ductus can use. It uses the processor."
            ),
            "other_card": translate(
                "GraphicsCard", "Ductus can only use graphics cards of NVIDIA. It uses the processor."
            ),
            "no_driver": translate(
                "GraphicsCard",
                "The graphics card has no driver of NVIDIA. Install it with your system's tools, then look again.",
            ),
            "old_driver": translate(
                "GraphicsCard",
                "The driver of the graphics card is too old. Install version {1} or a later one, then look again.",
            ),
            "old_card": translate(
                "GraphicsCard", "The graphics card is too old for this version of PyTorch. Ductus uses the processor."
            ),
        }.get(
            status["situation"],
            translate(
                "GraphicsCard", "For this system no PyTorch for graphics cards is known that could be installed."
            ),
        )
        return text.format(status["problem"], status["driver_needed"])

    def facts(self) -> list[tuple[str, str]]:
        """Return headings with what there is."""
        status, translate = self._status, QCoreApplication.translate
        card = status["card"]
        rows = [(translate("GraphicsCard", "Graphics card"), self._card())]
        if card is not None and card["driver"]:
            rows.append((translate("GraphicsCard", "Driver"), card["driver"]))
        uses = (
            translate("GraphicsCard", "{0}, uses the card")
            if status["computes_on"]
            else translate("GraphicsCard", "{0}, uses the processor")
        )
        rows.append(("PyTorch", uses.format(status["torch"]) if status["torch"] else translate("GraphicsCard", "none")))
        if status["situation"] == "available":
            download, unpacked, free = (gigabytes(status[name]) for name in ("download", "unpacked", "free"))
            rows.append((translate("GraphicsCard", "To fetch"), translate("GraphicsCard", "{0} GB").format(download)))
            room = translate("GraphicsCard", "{0} GB in {1}, where {2} GB are free")
            rows.append((translate("GraphicsCard", "On the disk"), room.format(unpacked, status["folder"], free)))
        if status["taken"]:
            taken = translate("GraphicsCard", "{0} GB in {1}").format(gigabytes(status["taken"]), status["folder"])
            begun, whole = translate("GraphicsCard", "Fetched so far"), translate("GraphicsCard", "Installed")
            rows.append((begun if status["is_begun"] else whole, taken))
        return rows

    def _card(self) -> str:
        card = self._status["card"]
        if card is None:
            return QCoreApplication.translate("GraphicsCard", "none")
        name = card["name"] if card["name"].startswith(card["maker"]) else f"{card['maker']} {card['name']}".strip()
        if not card["memory"]:
            return str(name)
        return QCoreApplication.translate("GraphicsCard", "{0}, {1} GB").format(name, gigabytes(card["memory"], 0))


def gigabytes(size: int, decimals: int = 1) -> str:
    """Return a number of bytes in gigabytes (10**9), as the person's language writes it."""
    return QLocale().toString(size / 1e9, "f", decimals)
