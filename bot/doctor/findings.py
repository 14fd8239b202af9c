"""A finding of the doctor: one line, with advice. Checks nothing itself."""

import enum
from collections.abc import Iterable, Iterator
from dataclasses import dataclass


class Level(enum.Enum):
    OK = "ok"
    WARNING = "warning"  # the bot runs, but the operator should look
    PROBLEM = "problem"  # something does not work


@dataclass(frozen=True, slots=True)
class Finding:
    level: Level
    about: str
    says: str
    advice: str = ""

    def line(self, width: int) -> str:
        """On one line: unprintable characters, as of a server's name, become spaces."""
        said = f"{self.says}: {self.advice}" if self.advice else self.says
        printable = "".join(char if char.isprintable() else " " for char in said)
        return f"{self.level.value:7}  {self.about:{width}}  {printable}"


Findings = Iterator[Finding]


def ok(about: str, says: str) -> Finding:
    return Finding(Level.OK, about, says)


def warning(about: str, says: str, advice: str) -> Finding:
    return Finding(Level.WARNING, about, says, advice)


def problem(about: str, says: str, advice: str) -> Finding:
    return Finding(Level.PROBLEM, about, says, advice)


def has_no_problem(findings: Iterable[Finding]) -> bool:
    return all(finding.level is not Level.PROBLEM for finding in findings)
