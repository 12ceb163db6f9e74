"""The commands and options of `ductus`. Nothing heavy is imported to build the parser."""

import argparse
from collections.abc import Iterable
from pathlib import Path

import core
from core.errors import InputError
from core.formats.registry import AUTO, FORMATS
from core.language import tr
from core.lexicon.language_lists import LANGUAGES, MOST

ROLES = ("train", "val", "test", "none")
FINDERS = ("learned", "gaps")

_FINDER_HELP = (
    "how lines are found on pages without any: by the line finder (the usual way), or by the gaps between them"
)


class Commands:
    """The parser of a command line, to which commands are added; ``package`` holds the modules that run them."""

    def __init__(self, prog: str, description: str, package: str) -> None:
        self._package = package
        self.parser = argparse.ArgumentParser(prog=prog, description=description)
        self.parser.add_argument("--version", action="version", version=f"ductus {core.__version__}")
        self._subparsers = self.parser.add_subparsers(dest="command", required=True, metavar="COMMAND")

    def add(
        self, name: str, about: str, *, project: bool = True, entry: str = "", request: str = ""
    ) -> argparse.ArgumentParser:
        """Add a command and return its parser.

        ``entry`` is the ``module:function`` in the package that runs it, by default ``run`` in the module ``name``.
        One with a ``request`` does the job of that name in core.jobs.requests, whose fields are its options. Without
        ``project`` the command has no first argument PROJECT.
        """
        command = self._subparsers.add_parser(name, help=about, description=about)
        own = f"{self._package}.{entry or f'{name}:run'}"
        command.set_defaults(entry="core.cli.main:run_options" if request else own, request=request)
        command.add_argument("--json", action="store_true", help="print one JSON object a line instead of text")
        if project:
            command.add_argument("project", type=Path, metavar="PROJECT", help="folder NAME.ductus")
        return command


def build_parser() -> argparse.ArgumentParser:
    """Return the parser of `ductus`."""
    commands = Commands("ductus", "Read scanned handwriting word by word.", "core.cli.commands")
    _add_first_commands(commands)
    _add_content_commands(commands)
    _add_training_commands(commands)
    _add_recognition_commands(commands)
    _add_output_commands(commands)
    return commands.parser


def _add_first_commands(commands: Commands) -> None:
    demo = commands.add("demo", "make the demo project, train, recognise and report", project=False)
    demo.add_argument("dir", type=Path, nargs="?", default=Path("demo.ductus"), metavar="DIR")
    demo.add_argument("--no-app", action="store_true", help="do not open the app after the report")
    demo.add_argument("--pages-only", action="store_true", help="only make the project with its pages")
    demo.add_argument("--seed", type=int, default=1, help="random seed")

    doctor = commands.add("doctor", "say what this computer lacks for Ductus", project=False)
    doctor.add_argument("--folder", type=Path, default=Path(), help="folder in which projects will lie")
    doctor.add_argument("--licences", action="store_true", help="list the installed libraries with their licences")

    card = commands.add(
        "graphics-card",
        "say whether a graphics card is used, install the PyTorch for it, or remove that",
        project=False,
        entry="graphics_card:run",
    )
    card.add_argument("action", choices=("status", "install", "remove"), nargs="?", default="status")
    card.add_argument(
        "--agree", action="store_true", help="fetch and install; without it only say how much, from where"
    )
    card.add_argument("--index", metavar="ADDRESS", help="package index to fetch from, such as a mirror")

    app = commands.add("app", "open the app", project=False)
    app.add_argument("project", type=Path, nargs="?", metavar="PROJECT", help="folder NAME.ductus to open")

    commands.add("new", "make an empty project")


def _add_content_commands(commands: Commands) -> None:
    importing = commands.add(
        "import", "import pages, word images and transcriptions into a project", entry="import_command:run"
    )
    importing.add_argument(
        "sources", type=Path, nargs="+", metavar="SOURCE", help="files, folders and zip files, imported together"
    )
    readers = [AUTO, *(row.name for row in FORMATS if row.reader is not None)]
    importing.add_argument("--format", default=AUTO, help=_format_help(readers))
    importing.add_argument("--images", type=Path, metavar="FOLDER", help="folder with the images, in it or below")
    importing.add_argument("--file-group", metavar="NAME", help="group of transcriptions to read from a METS")
    importing.add_argument("--role", choices=ROLES, help="what the words are used for")
    importing.add_argument("--test-share", type=float, metavar="P", help="share (0 to 1) of the pages used for testing")
    importing.add_argument("--link", action="store_true", help="link images instead of copying them")
    importing.add_argument("--segment", action="store_true", help="find words on pages without any")
    importing.add_argument("--finder", choices=FINDERS, help=_FINDER_HELP)
    importing.add_argument(
        "--no-labels", dest="labels", action="store_false", help="do not take words from names of word images"
    )
    importing.add_argument("--dry-run", action="store_true", help="only report what would be imported")

    segment = commands.add(
        "segment", "find words on pages of the project without any", entry="import_command:run_segment"
    )
    segment.add_argument("--pages", metavar="ID[,ID...]", help="only these pages")
    segment.add_argument(
        "--again",
        action="store_true",
        help="find the words of --pages again, by default of those that an earlier line reader cut; words that a "
        "person transcribed or drew stay",
    )
    segment.add_argument("--role", choices=ROLES, default="train", help="what the words found are used for")
    segment.add_argument("--finder", choices=FINDERS, help=_FINDER_HELP)

    align = commands.add("align", "find again, with the active model, words that were aligned automatically")
    align.add_argument("--apply", action="store_true", help="move the words of lines that fit clearly better at once")
    align.add_argument("--line", type=int, metavar="ID", help="only find the words of this line, whose text is --text")
    align.add_argument("--text", metavar="TEXT", help="the words of --line")
    align.add_argument("--word", type=int, nargs="+", default=[], metavar="ID", help="words of --line that may move")
    align.add_argument(
        "--staying", type=int, nargs="+", default=[], metavar="ID", help="words of --line that only get their fit"
    )

    fetch = commands.add(
        "fetch", "fetch the images of a IIIF manifest into a project", entry="import_command:run_fetch"
    )
    fetch.add_argument("manifest", metavar="MANIFEST", help="file or web address of a Presentation 2 or 3 manifest")
    fetch.add_argument(
        "--agree", action="store_true", help="fetch the images; without it only report how many, from where, and whose"
    )
    fetch.add_argument("--max-side", type=int, default=10_000, metavar="N", help="longest side of an image in pixels")
    fetch.add_argument("--pages", metavar="N[-M][,...]", help="only these images of the manifest, counted from 1")

    lexicon = commands.add("lexicon", "show or extend the lexicon (the word list)")
    lexicon.add_argument("--add", type=Path, metavar="FILE", help="UTF-8 text, one word, or word<TAB>count, a line")
    lexicon.add_argument("--language", metavar="CODE", help=f"add the commonest words of {', '.join(LANGUAGES)}")
    lexicon.add_argument(
        "--most", type=int, default=MOST, metavar="N", help="words of --language, before capitals and marks"
    )
    lexicon.add_argument("--remove-language", metavar="CODE", help="remove the words that only its list has")
    lexicon.add_argument("--stats", action="store_true", help="count seen, unseen and unencodable words")
    _add_alphabet(lexicon)


def _add_training_commands(commands: Commands) -> None:
    begin = commands.add(
        "begin", "add the starter model, for suggestions before the first training", request="BeginRequest"
    )
    _add_alphabet(begin)

    adapt = commands.add(
        "adapt", "adapt the starter model to the handwriting, without any transcription", request="AdaptRequest"
    )
    adapt.add_argument("--seed", type=int, default=0, help="random seed")
    adapt.add_argument(
        "--keep-active", action="store_true", help="do not make the new model the active one, even if it reads better"
    )
    _add_alphabet(adapt)
    add_device(adapt)

    train = commands.add("train", "train a model on the project's transcribed words")
    train.add_argument("--preset", help="a name in resources/presets.toml; default: phosc-ctc")
    train.add_argument("--learner", metavar="NAME", help="an installed learner, or MODULE:CLASS; see docs/learners.md")
    train.add_argument("--name", help="name of the new model")
    train.add_argument("--members", type=int, metavar="L", help="number of readers [L]")
    train.add_argument("--gates", type=int, metavar="N", help="gate networks of a reader [n_k]")
    train.add_argument("--dims", metavar="D|full", help="principal components that the gates see")
    train.add_argument(
        "--classifier",
        choices=("nearest", "lda", "lr", "rf", "paper-lr", "paper-rf"),
        help="word classifier of Algorithm 6 (among seen words)",
    )
    train.add_argument("--epochs", type=int, metavar="E", help="passes over the training images")
    train.add_argument("--steps", type=int, help="optimiser steps, instead of --epochs")
    train.add_argument("--objective", choices=("accuracy", "h", "A_b"), help="what decides maximises this")
    add_overrides(train)
    train.add_argument("--seed", type=int, default=0, help="random seed")
    _add_alphabet(train)
    train.add_argument("--skip-unencodable", action="store_true", help="leave out words the alphabet cannot encode")
    train.add_argument(
        "--aligned",
        choices=("all", "sure", "none"),
        default="sure",
        help="words aligned automatically that nobody has confirmed: train on all, on those that fit well, or on none",
    )
    train.add_argument("--resume", type=int, metavar="RUN", help="continue a run that was stopped or killed")
    train.add_argument(
        "--keep-active", action="store_true", help="do not make the new model the active one, even if it reads better"
    )
    train.add_argument("--from", dest="parent", metavar="MODEL", help="continue from the weights of an earlier model")
    train.add_argument(
        "--plain-starter", action="store_true", help="begin with the starter model as it comes, not the adapted one"
    )
    add_device(train)
    _add_executor(train)

    commands.add("devices", "list the processors usable for training", project=False, request="DevicesRequest")

    estimate = commands.add(
        "estimate", "estimate the time and memory of a training on this computer", request="EstimateRequest"
    )
    estimate.add_argument(
        "--preset", default="phosc-ctc", help="a name in resources/presets.toml; default: %(default)s"
    )
    estimate.add_argument("--again", action="store_true", help="repeat earlier measurements")
    add_device(estimate)

    model = commands.add("model", "list the project's models; activate or delete one; or: model card PROJECT|MODEL")
    model.add_argument("of", type=Path, nargs="?", metavar="PROJECT|MODEL", help="with 'card': whose card to print")
    model.add_argument("--name", metavar="NAME", help="with 'card': the model (default: the active one)")
    model.add_argument("--use", metavar="NAME", help="make it the active model")
    model.add_argument("--delete", metavar="NAME", help="delete it with its predictions")
    model.add_argument("--delete-run", type=int, metavar="RUN", help="delete a training run and its folder")


def _add_recognition_commands(commands: Commands) -> None:
    recognise = commands.add("recognise", "read words with a model")
    recognise.add_argument("--words", choices=("unread", "all", "test"), default="unread")
    recognise.add_argument("--word", type=int, nargs="+", metavar="ID", help="only these words, in place of --words")
    recognise.add_argument("--no-context", action="store_true", help="do not read words together with their lines")
    evaluate = commands.add("evaluate", "measure a model on the test words")
    evaluate.add_argument("--baselines", action="store_true", help="compare with decisions without gates")
    evaluate.add_argument("--bounds", action="store_true", help="compare with the error bounds of the theory")
    evaluate.add_argument(
        "--pages",
        type=Path,
        nargs="+",
        metavar="TRANSCRIPT",
        help="instead, compare what the model has read on whole pages with these transcripts (PAGE, ALTO ...)",
    )
    for command in (recognise, evaluate):
        command.add_argument("--model", metavar="NAME", help="default: the active model")
        command.add_argument("--thres", metavar="N[,N...]", help="other thresholds than the model's own")
        add_device(command)
    _add_executor(recognise)

    recalibrate = commands.add(
        "recalibrate", "fit a model's gates and confidence for the present word list", request="RecalibrateRequest"
    )
    recalibrate.add_argument("--model", metavar="NAME", help="default: the active model")
    add_device(recalibrate)

    inspect = commands.add("inspect", "show the contents of a project or model, or the votes on a word", project=False)
    inspect.add_argument("target", type=Path, metavar="PROJECT|MODEL")
    inspect.add_argument("--word", type=int, metavar="ID", help="show the votes on this word")
    inspect.add_argument("--model", metavar="NAME", help="default: the active model")


def _add_output_commands(commands: Commands) -> None:
    export = commands.add("export", "write the words with their transcriptions and suggestions to files")
    export.add_argument("out", type=Path, metavar="OUT", help="a file or folder, as the format has it, or NAME.zip")
    export.add_argument(
        "--format", required=True, help=_format_help(row.name for row in FORMATS if row.writer is not None)
    )
    export.add_argument(
        "--with-suggestions", action="store_true", help="fill in suggestions that nobody has checked, and mark them"
    )
    export.add_argument("--model", metavar="NAME", help="fill in suggestions of this model instead of the active one")
    export.add_argument("--no-predictions", action="store_true", help=argparse.SUPPRESS)  # the default since 2026-11
    export.add_argument("--pages", metavar="ID[,ID...]", help="only these pages; --format json lists the ids")
    export.add_argument("--png", action="store_true", help="write TIFF and JPEG 2000 images into NAME.zip as PNG")

    check = commands.add("check", "check a project for damage, without changing it", request="CheckRequest")
    check.add_argument("--thorough", action="store_true", help="read all files and compare them with their SHA-256")
    check.add_argument("--rescue", type=Path, metavar="FOLDER", help="save what is readable of a damaged project there")

    backup = commands.add(
        "backup", "copy a project, also while it is open, or restore a backup", entry="maintenance:run_backup"
    )
    backup.add_argument("target", type=Path, nargs="?", metavar="TARGET", help="folder or name of the backup")
    backup.add_argument("--copy", action="store_true", help="copy all files; never share them by hard link")
    backup.add_argument("--list", action="store_true", help="list the automatic backups")
    backup.add_argument("--restore", metavar="NAME", help="restore an automatic backup; the present state is kept")

    part = commands.add("part", "take pages out as a small project, for another person; also from an open project")
    part.add_argument("out", type=Path, metavar="OUT", help="the new project, NAME.ductus")
    part.add_argument("--pages", required=True, metavar="PAGE[,PAGE...]", help="these pages, by id or file name")
    part.add_argument("--no-model", action="store_true", help="leave out the active model and its suggestions")
    part.add_argument("--blind", action="store_true", help="leave out the transcriptions, to measure agreement")

    merge = commands.add("merge", "merge a part back into the project it came from", request="MergeRequest")
    merge.add_argument("part", type=Path, metavar="PART", help="the part, NAME.ductus")

    commands.add(
        "agreement", "say how far people agree on words that two of them transcribed", entry="part:run_agreement"
    )


def _format_help(names: Iterable[str]) -> str:
    return f"{', '.join(names)}, or one of an installed package"


def _add_alphabet(command: argparse.ArgumentParser) -> None:
    command.add_argument("--alphabet", default="auto", help="latin, latin-extended, a file, or auto")


def add_device(command: argparse.ArgumentParser) -> None:
    """Add the processor to compute on."""
    command.add_argument("--device", choices=("auto", "cpu", "cuda", "mps"), default="auto")


def add_overrides(command: argparse.ArgumentParser) -> None:
    """Add the parameters of a preset."""
    about = "set a parameter of the preset, such as starter=false; may be given several times"
    command.add_argument("--set", dest="overrides", action="append", default=[], metavar="NAME=VALUE", help=about)


def _add_executor(command: argparse.ArgumentParser) -> None:
    jobs = command.add_argument_group("where it runs")
    jobs.add_argument(
        "--engine",
        choices=("inline", "local", "slurm"),
        default="inline",
        help="in this process, in child processes on this computer, or as array jobs of a Slurm cluster",
    )
    jobs.add_argument("--partition", metavar="NAME", help="partition (queue) of the cluster")
    jobs.add_argument("--gpus-per-job", type=int, metavar="N", help="graphics cards of a job")
    jobs.add_argument(
        "--time", type=int, metavar="MINUTES", help="time limit of a job; what is left is submitted again"
    )
    jobs.add_argument("--max-parallel", type=int, metavar="N", help="maximum number of jobs at once")
    jobs.add_argument("--slurm", type=Path, metavar="FILE", help="TOML file with these and account, qos, setup, ...")


def parse_numbers(text: str | None, option: str) -> list[int] | None:
    """Parse whole numbers separated by commas; None stays None. Raises InputError that names the option."""
    try:
        return None if text is None else [int(part) for part in text.split(",")]
    except ValueError:
        problem = tr(
            "{option} takes whole numbers separated by commas, such as 3,5,6, not '{text}'.", option=option, text=text
        )
        raise InputError(problem) from None
