"""The state of this computer for computing on a graphics card, and the means to change it."""

from core.jobs.graphics_card.install import free_bytes, is_begun, taken_bytes
from core.jobs.graphics_card.packages import WheelList, default_index, known_build
from core.jobs.results import CardStatus, Situation
from core.language import tr
from core.system.graphics import APPLE, NVIDIA, GraphicsCard, find_card
from core.torch_build import build_folder, read_build, reason_against


def card_status() -> CardStatus:
    """Return the state of the card, the driver, PyTorch and the installation. Imports torch."""
    folder, wheels, card = build_folder(), known_build(), find_card()
    build = read_build(folder)
    problem = "" if build is None else reason_against(folder, build)
    torch, computes_on = _torch()
    if build is not None:
        problem = problem or ("" if computes_on else tr("its PyTorch finds no card that it can use"))
        situation = Situation.FAILING if problem else Situation.INSTALLED
    else:
        situation = Situation.OWN if computes_on else situation_of(card, wheels)
    return CardStatus(
        situation,
        problem,
        card,
        torch,
        computes_on,
        is_begun(folder),
        0 if wheels is None else wheels.download_bytes,
        0 if wheels is None else wheels.unpacked_bytes,
        0 if wheels is None else wheels.needed_bytes,
        free_bytes(folder),
        taken_bytes(folder),
        folder,
        default_index(),
        0 if wheels is None else wheels.driver,
    )


def situation_of(card: GraphicsCard | None, wheels: WheelList | None) -> Situation:
    """Return whether the build can be installed, or what stands against it."""
    if card is None or card.maker == APPLE:
        return Situation.NO_CARD
    if card.maker != NVIDIA:
        return Situation.OTHER_CARD
    if wheels is None:
        return Situation.NO_BUILD
    if not card.driver:
        return Situation.NO_DRIVER
    if 0 < card.capability < wheels.capability:
        return Situation.OLD_CARD
    first = card.driver.partition(".")[0]
    return Situation.OLD_DRIVER if first.isdecimal() and int(first) < wheels.driver else Situation.AVAILABLE


def _torch() -> tuple[str, str]:
    """Return the version of the PyTorch that this process imports, and the card that it uses, or empty texts."""
    from core.device import devices

    try:
        import torch

        best = devices()[0]
    except (ImportError, OSError):
        return "", ""
    return torch.__version__, "" if best.name == "cpu" else best.about
