"""`ductus graphics-card`."""

import argparse

from core.cli.console import Console
from core.errors import InputError
from core.events import Report
from core.jobs.graphics_card.install import Installation, install, remove
from core.jobs.graphics_card.packages import default_index, known_build
from core.jobs.graphics_card.status import card_status, situation_of
from core.jobs.requests import CardStatusRequest, InstallCardRequest, RemoveCardRequest
from core.jobs.results import CardStatus, Situation
from core.language import format_number, tr, tr_noop
from core.system.graphics import find_card
from core.torch_build import build_folder, not_used


def run(options: argparse.Namespace, console: Console) -> None:
    """Report the state, install the PyTorch for the card, or remove it."""
    match options.action:
        case "install":
            install_build(InstallCardRequest(options.index or "", options.agree), console)
        case "remove":
            remove_build(RemoveCardRequest(), console)
        case _:
            report_status(CardStatusRequest(), console)


def report_status(request: CardStatusRequest, console: Console) -> None:
    """Report the state."""
    status = card_status()
    for line in status_lines(status):
        console.print(line)
    console.result(status)


def install_build(asked: InstallCardRequest, console: Console) -> None:
    """Install the PyTorch for the card, or, where nobody agreed yet, report how much is fetched and from where."""
    wheels = known_build()
    situation = situation_of(find_card(), wheels)
    if wheels is None or situation != Situation.AVAILABLE:
        raise InputError(_against(situation, 0 if wheels is None else wheels.driver))
    request = Installation(wheels, asked.index or default_index(), build_folder())
    if not asked.is_agreed:
        where = request.index or tr("a package index, which --index ADDRESS names")
        console.say(
            "{download:.1f} GB would be fetched from {where} and take {unpacked:.1f} GB in "
            "{folder}. Nothing was fetched; to install it, run the same command with --agree.",
            download=wheels.download_bytes / 1e9,
            where=where,
            unpacked=wheels.unpacked_bytes / 1e9,
            folder=request.folder,
        )
        console.result(Report({"agreed": False}))
        return
    with console.job() as should_stop:
        build = install(request, console.emit, should_stop)
    console.print(
        not_used(build.problem) if build.problem else tr("Installed. Ductus uses the graphics card from now on.")
    )
    console.result(Report({"agreed": True, "problem": build.problem}))


def remove_build(request: RemoveCardRequest, console: Console) -> None:
    """Remove the PyTorch for the card."""
    removed = remove(build_folder())
    console.say("Ductus uses the program's own PyTorch.")
    if removed:
        console.say("{removed:.1f} GB are free again.", removed=removed / 1e9)
    console.result(Report({"removed": removed}))


def status_lines(status: CardStatus) -> list[str]:
    """Return the status for people, one sentence a line."""
    card = status.card
    lines = [tr("PyTorch {torch}.", torch=status.torch) if status.torch else tr("PyTorch cannot be loaded.")]
    if card is not None:
        memory = f"{format_number(card.memory / 2**30, '.0f')} GiB" if card.memory else ""
        driver = tr("driver {driver}", driver=card.driver) if card.driver else ""
        name = card.name if card.name.startswith(card.maker) else f"{card.maker} {card.name}".rstrip()
        lines.append(tr("Graphics card: {card}.", card=", ".join(filter(None, (name, memory, driver)))))
    if status.is_begun:
        lines.append(tr("An installation was begun and not ended; install goes on from there, remove deletes it."))
    if status.taken:
        lines.append(tr("{taken:.1f} GB lie in {folder}.", taken=status.taken / 1e9, folder=status.folder))
    match status.situation:
        case Situation.OWN | Situation.INSTALLED:
            lines.append(tr("Ductus computes on {computes_on}.", computes_on=status.computes_on))
        case Situation.FAILING:
            pass  # reported when torch was imported
        case Situation.AVAILABLE:
            lines.append(
                tr(
                    "Ductus uses the processor. A PyTorch for this card can be installed: {download:.1f} GB to fetch, "
                    "{unpacked:.1f} GB on the disk, where {free:.1f} GB are free: ductus graphics-card install.",
                    download=status.download / 1e9,
                    unpacked=status.unpacked / 1e9,
                    free=status.free / 1e9,
                )
            )
        case other:
            lines.append(_against(other, status.driver_needed))
    return lines


def _against(situation: Situation, driver: int) -> str:
    """Return why nothing can be installed, in one sentence with the remedy."""
    sentences = {
        Situation.NO_CARD: tr_noop("No graphics card was found that Ductus can use; it uses the processor."),
        Situation.OTHER_CARD: tr_noop("Ductus can only use cards of NVIDIA, and this is none; it uses the processor."),
        Situation.NO_DRIVER: tr_noop(
            "The card has no driver of NVIDIA: install it by the means of your system, and try again."
        ),
        Situation.OLD_DRIVER: tr_noop("The driver is too old: install version {driver} or a later one, and try again."),
        Situation.OLD_CARD: tr_noop("The card is too old for this PyTorch; Ductus uses the processor."),
        Situation.NO_BUILD: tr_noop(
            "For this system, Python and PyTorch no files are listed that could be installed: where Python is "
            "installed, install a PyTorch for the card with pip."
        ),
    }
    return tr(sentences[situation], driver=driver)
