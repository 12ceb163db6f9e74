"""A menu that says what words may be used for, and what comes of it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QMenu, QWidget

from app.text.roles import ROLES, role_meaning, role_name


class RoleMenu(QMenu):
    """``chosen(role)`` is called with one of :data:`ROLES`."""

    def __init__(self, parent: QWidget, chosen: Callable[[str], object]) -> None:
        super().__init__(parent)
        for role in ROLES:
            action = self.addAction(self.tr("{0} – {1}").format(role_name(role), role_meaning(role)))
            action.triggered.connect(lambda checked=False, role=role: chosen(role))
