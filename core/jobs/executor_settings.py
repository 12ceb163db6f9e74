"""Settings of the executors: where the work runs, and the resources of each job."""

import tomllib
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from core.errors import InputError, check_range
from core.language import tr, tr_hint

INLINE, LOCAL, SLURM = "inline", "local", "slurm"
NAMES = (INLINE, LOCAL, SLURM)


@dataclass(frozen=True, slots=True)
class ExecutorSettings:
    """``name`` is inline (in this process), local (child processes) or slurm; the other settings are for jobs."""

    name: str = INLINE
    partition: str | None = None
    gpus_per_job: int = 0
    time: int = 24 * 60
    """Minutes until a job is requeued; it then continues from its checkpoint."""
    max_parallel: int | None = None
    """Most jobs at once; None: no limit (slurm), or by the number of processors (local)."""
    cpus_per_job: int | None = None
    """Threads of a job; None: those of this process, which makes the results equal to those of an inline run."""
    memory_gb: float | None = None
    account: str | None = None
    qos: str | None = None
    constraint: str | None = None
    setup: tuple[str, ...] = ()
    """Shell lines that run on the worker before a job, such as ``module load cuda``."""
    words_per_job: int = 2000
    """Words of a shard in recognition."""

    def __post_init__(self) -> None:
        if self.name not in NAMES:
            raise InputError.of(
                "There is no engine '{name}'. Choose one of {choices}.", name=self.name, choices=", ".join(NAMES)
            )
        for name, low, high in _RANGES:
            value = getattr(self, name)
            if value is not None:
                check_range(name, value, low, high)


_RANGES = (
    ("gpus_per_job", 0, 64),
    ("time", 1, 525_600),
    ("max_parallel", 1, 100_000),
    ("cpus_per_job", 1, 1024),
    ("memory_gb", 0.1, 100_000),
    ("words_per_job", 1, 100_000),
)
_KINDS: dict[str, tuple[type, ...]] = {
    "partition": (str,),
    "gpus_per_job": (int,),
    "time": (int,),
    "max_parallel": (int,),
    "cpus_per_job": (int,),
    "memory_gb": (int, float),
    "account": (str,),
    "qos": (str,),
    "constraint": (str,),
    "setup": (list,),
    "words_per_job": (int,),
}


def load_settings(name: str, file: Path | None = None, **options: Any) -> ExecutorSettings:
    """Return the settings in the TOML ``file``, overridden by the ``options`` that are not None.

    Raises InputError that names the file and the fault, or for options given to the inline engine.
    """
    options = {key: value for key, value in options.items() if value is not None}
    if name == INLINE:
        if options or file is not None:
            listed = ", ".join(f"--{key.replace('_', '-')}" for key in options) or "--slurm"
            raise InputError.of(
                "{option} is an option for jobs.",
                option=listed,
                hint=tr_hint(
                    "Give --engine slurm or --engine local as well", "Choose where to train in Train, under Advanced"
                ),
            )
        return ExecutorSettings()
    in_file = {} if file is None else _read(file)
    try:
        return ExecutorSettings(name, **(in_file | options))
    except InputError as error:
        if file is None or not set(in_file) - set(options):
            raise
        raise InputError.at(file, str(error).removesuffix(".")) from error


def _read(file: Path) -> dict[str, Any]:
    try:
        table = tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise InputError.at(file, tr("cannot be read ({strerror})", strerror=error.strerror)) from error
    except (ValueError, RecursionError) as error:  # also of texts that are not UTF-8, long numbers and deep lists
        raise InputError.at(file, tr("is not TOML ({error})", error=error)) from error
    for key, value in table.items():
        if key not in _KINDS:
            known = ", ".join(field.name for field in fields(ExecutorSettings) if field.name in _KINDS)
            raise InputError.at(file, tr("'{key}' is not known", key=key), hint=tr("There are: {known}", known=known))
        if not isinstance(value, _KINDS[key]) or isinstance(value, bool):
            raise InputError.at(file, tr("{key} = {value!r} is of the wrong kind", key=key, value=value), place=key)
    if "setup" in table:
        if not all(isinstance(line, str) for line in table["setup"]):
            raise InputError.at(file, tr("setup is a list of shell lines in quotes"), place="setup")
        table["setup"] = tuple(table["setup"])
    return table
