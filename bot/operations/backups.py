"""Makes, verifies and prunes copies of the database, named by their time. A copy gets its name only once it is fsynced
and every game in it replays. Blocks no running game."""

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
from bot.store.sqlite.files import copy_owner_and_mode, file_lock, replace_durably

TIME_FORMAT = "%Y%m%dT%H%M%SZ"
SUFFIX, UNFINISHED = ".sqlite3", ".part"
RESTORING = ".restoring"  # suffix of the file that will replace the database


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

    def dated(self) -> list[Backup]:
        """Copies named by their time, the newest first."""
        pattern = re.compile(rf"{re.escape(self.database.stem)}-(\d{{8}}T\d{{6}}Z){re.escape(SUFFIX)}")
        found = [(path, pattern.fullmatch(path.name)) for path in self.copies()]
        times = [(path, _time(match[1])) for path, match in found if match is not None]
        backups = [Backup(path, made_at) for path, made_at in times if made_at is not None]
        return sorted(backups, key=lambda backup: backup.made_at, reverse=True)

    def copies(self) -> list[Path]:
        """All copies: daily ones, databases replaced by a restore, and those made before a migration."""
        return sorted(path for path in self.folder.glob(f"{escape(self.database.stem)}-*{SUFFIX}") if path.is_file())

    def made_before(self, now: datetime) -> list[Backup]:
        """The newest first. Excludes copies from the future: made while the clock was wrong, they say nothing of when
        the next is due or which may be pruned."""
        return [backup for backup in self.dated() if backup.made_at <= now]

    def age(self, now: datetime) -> float | None:
        """Seconds since the newest was made."""
        newest = next(iter(self.made_before(now)), None)
        return None if newest is None else (now - newest.made_at).total_seconds()

    def path_for(self, now: datetime, kind: str = "") -> Path:
        return self.folder / f"{self.database.stem}-{kind}{now.astimezone(UTC).strftime(TIME_FORMAT)}{SUFFIX}"

    @contextmanager
    def locked(self, *, wait: bool = True) -> Iterator[bool]:
        """Hold the lock for making, changing and removing copies, and delete unfinished ones. Without `wait`, yields
        False if another process holds it."""
        with file_lock(self.database.with_suffix(".backups.lock"), wait=wait) as is_acquired:
            for leftover in self._leftovers() if is_acquired else ():
                discard(leftover)
            yield is_acquired

    def _leftovers(self) -> Iterator[Path]:
        """What a killed process left: unfinished copies, a database about to be restored, and that one's copy from
        before its migration."""
        yield from self.folder.glob(f"{escape(self.database.stem)}-*{UNFINISHED}")
        yield self.restoring
        yield from self.restoring_schema_copies()

    @property
    def restoring(self) -> Path:
        """Beside the database, so on the same disk: one rename puts it in place."""
        return self.database.with_name(f"{self.database.name}{RESTORING}")

    def restoring_schema_copies(self) -> list[Path]:
        """Copies of the restored file from before its migration. None if the database's name has no suffix: its own
        copies are then named alike."""
        copies = (self.database.parent / "backups").glob(f"{escape(self.restoring.stem)}-schema-*{SUFFIX}")
        return list(copies) if self.database.suffix else []

    def make_folder(self) -> None:
        """Create it with the owner of the database's folder, whichever user runs this."""
        if not self.folder.is_dir():
            self.folder.mkdir(mode=0o700, parents=True)
            copy_owner_and_mode(self.folder, self.database.parent)

    def make(self, now: datetime) -> tuple[Path, int | None]:
        """The copy's path, and the number of games replayed (see `make_copy`)."""
        with self.locked():
            self.make_folder()
            path = self.path_for(now)
            return path, make_copy(self.database, path)

    def prune(self, now: datetime) -> list[Path]:
        """Delete all copies but those of `to_keep`; return what was deleted. Copies from the future stay until their
        time comes."""
        with self.locked():
            backups = self.made_before(now)
            kept = to_keep((backup.made_at for backup in backups), self.daily, self.weekly)
            gone = [backup.path for backup in backups if backup.made_at not in kept]
            for path in gone:
                path.unlink()
            return gone


def make_copy(database: Path, target: Path) -> int | None:
    """Complete, fsynced and verified before it gets its name. Returns the number of games replayed, or None if the
    schema is older than this program's."""
    unfinished = target.with_name(f"{target.name}{UNFINISHED}")
    try:
        copy_to(database, unfinished)
        copy_owner_and_mode(unfinished, database)
        count = verify(unfinished)
        replace_durably(unfinished, target)
    finally:
        discard(unfinished)
    return count


def verify(path: Path) -> int | None:
    """Check every page and replay every game of a database that is not in use. Returns None, without a replay, if its
    schema is older than this program's."""
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
    """The newest of each of the last days and weeks that have any; always the newest of all."""
    newest_first = sorted(times, reverse=True)
    days: dict[object, datetime] = {}
    weeks: dict[object, datetime] = {}
    for time in newest_first:
        days.setdefault(time.date(), time)
        weeks.setdefault(time.isocalendar()[:2], time)
    return {*newest_first[:1], *list(days.values())[:daily], *list(weeks.values())[:weekly]}


def _time(text: str) -> datetime | None:
    """None if it is no valid time: the file is not one of these copies."""
    try:
        return datetime.strptime(text, TIME_FORMAT).replace(tzinfo=UTC)
    except ValueError:
        return None
