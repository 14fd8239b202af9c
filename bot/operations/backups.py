"""Copies of the database: made, proven, named by their time, and thinned out. A copy has its name only once it is on
the disk and every game in it replays. No running game waits for any of this."""

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from glob import escape
from pathlib import Path

from bot.operations.settings import Settings
from bot.referee.check import findings
from bot.store.sqlite.copying import check_integrity, copy_to, discard, schema_of
from bot.store.sqlite.database import MIGRATIONS, StoreError, migrations
from bot.store.sqlite.files import alone, give_name, resemble

STAMP = "%Y%m%dT%H%M%SZ"
SUFFIX, UNFINISHED = ".sqlite3", ".part"
RESTORING = ".restoring"  # what is to take the database's place


@dataclass(frozen=True, slots=True)
class Backup:
    path: Path
    made_at: datetime


@dataclass(frozen=True, slots=True)
class Backups:
    """The copies of one database in one folder, and how many of them to keep."""

    database: Path
    folder: Path
    daily: int
    weekly: int

    @classmethod
    def of(cls, settings: Settings) -> "Backups":
        database = Path(settings.database)
        return cls(database, settings.backup_folder, settings.daily_backups, settings.weekly_backups)

    @property
    def are_automatic(self) -> bool:
        return self.daily + self.weekly > 0

    def timed(self) -> list[Backup]:
        """Those that are named by their time, the newest first."""
        pattern = re.compile(rf"{re.escape(self.database.stem)}-(\d{{8}}T\d{{6}}Z){re.escape(SUFFIX)}")
        found = [(path, pattern.fullmatch(path.name)) for path in self.copies()]
        times = [(path, _time(match[1])) for path, match in found if match is not None]
        backups = [Backup(path, made_at) for path, made_at in times if made_at is not None]
        return sorted(backups, key=lambda backup: backup.made_at, reverse=True)

    def copies(self) -> list[Path]:
        """Whatever we put there: daily ones, those of before a restore, those of before a change of schema."""
        return sorted(path for path in self.folder.glob(f"{escape(self.database.stem)}-*{SUFFIX}") if path.is_file())

    def made_by(self, now: datetime) -> list[Backup]:
        """The newest first, without those from the future: they were made while the clock was wrong, and say nothing
        of when the next is due or which may go."""
        return [backup for backup in self.timed() if backup.made_at <= now]

    def age(self, now: datetime) -> float | None:
        """Seconds since the newest was made."""
        newest = next(iter(self.made_by(now)), None)
        return None if newest is None else (now - newest.made_at).total_seconds()

    def named(self, now: datetime, kind: str = "") -> Path:
        return self.folder / f"{self.database.stem}-{kind}{now.astimezone(UTC).strftime(STAMP)}{SUFFIX}"

    @contextmanager
    def at_work(self, *, patiently: bool = True) -> Iterator[bool]:
        """Nobody else makes, changes or removes copies meanwhile; what somebody left unfinished goes. Who is not
        patient may be told that somebody else is at it."""
        with alone(self.database.with_suffix(".backups.lock"), patiently=patiently) as is_free:
            for leftover in self._leftovers() if is_free else ():
                discard(leftover)
            yield is_free

    def _leftovers(self) -> Iterator[Path]:
        """Half a copy; and a database that was about to be restored, with its copy from before its schema was changed:
        whoever was at these was killed."""
        yield from self.folder.glob(f"{escape(self.database.stem)}-*{UNFINISHED}")
        yield self.restoring
        yield from self.before_restoring()

    @property
    def restoring(self) -> Path:
        """Beside the database: on the same disk, one rename away."""
        return self.database.with_name(f"{self.database.name}{RESTORING}")

    def before_restoring(self) -> list[Path]:
        """None that could be the database's own, of before its schema was changed: both are called alike where its
        name has no ending."""
        copies = (self.database.parent / "backups").glob(f"{escape(self.restoring.stem)}-schema-*{SUFFIX}")
        return list(copies) if self.database.suffix else []

    def make_folder(self) -> None:
        """A new one belongs to whoever the database's folder belongs to, whoever asks for it."""
        if not self.folder.is_dir():
            self.folder.mkdir(parents=True)
            resemble(self.folder, self.database.parent)

    def make(self, now: datetime) -> tuple[Path, int | None]:
        """Where it is, and how many games were replayed."""
        with self.at_work():
            self.make_folder()
            path = self.named(now)
            return path, make_copy(self.database, path)

    def thin_out(self, now: datetime) -> list[Path]:
        """Removes what is neither among the newest of its day nor of its week; answers what went. What is from the
        future stays until its time comes."""
        with self.at_work():
            backups = self.made_by(now)
            kept = to_keep((backup.made_at for backup in backups), self.daily, self.weekly)
            gone = [backup.path for backup in backups if backup.made_at not in kept]
            for path in gone:
                path.unlink()
            return gone


def make_copy(database: Path, target: Path) -> int | None:
    """Whole, on the disk and proven before it gets its name. Answers how many games were replayed: no number where the
    schema is an older one."""
    unfinished = target.with_name(f"{target.name}{UNFINISHED}")
    try:
        copy_to(database, unfinished)
        resemble(unfinished, database)
        count = prove(unfinished)
        give_name(unfinished, target)
    finally:
        discard(unfinished)
    return count


def prove(path: Path) -> int | None:
    """Checks every page and replays every game of a database that only lies there."""
    check_integrity(path)
    if schema_of(path) < migrations(MIGRATIONS)[-1][0]:
        return None
    count = 0
    for number, problem in findings(path):
        if problem is not None:
            raise StoreError(f"game {number} of {path} is not as recorded: {problem}")
        count += 1
    return count


def to_keep(times: Iterable[datetime], daily: int, weekly: int) -> set[datetime]:
    """The newest of each of the last days and weeks that have any; and the newest of all, whatever is asked."""
    newest_first = sorted(times, reverse=True)
    days: dict[object, datetime] = {}
    weeks: dict[object, datetime] = {}
    for time in newest_first:
        days.setdefault(time.date(), time)
        weeks.setdefault(time.isocalendar()[:2], time)
    return {*newest_first[:1], *list(days.values())[:daily], *list(weeks.values())[:weekly]}


def _time(stamp: str) -> datetime | None:
    """None if there is no such moment: somebody else has named that file."""
    try:
        return datetime.strptime(stamp, STAMP).replace(tzinfo=UTC)
    except ValueError:
        return None
