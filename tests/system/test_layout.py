"""The repository's layout: every rule is written down, the rules stand alone, shared code names no game, every module
has a docstring, no file is too long, every test file names its subject."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from bot.games.registry import GAMES
from bot.table.locale import locale_for

ROOT = Path(__file__).parents[2]
PACKAGES = ("bot", "cogs", "bench", "tests", "tools", "training")
LONGEST = 500
MODULES = sorted(path.relative_to(ROOT) for package in PACKAGES for path in (ROOT / package).rglob("*.py"))

# Without `site`, only the standard library and this folder can be imported.
IMPORT_ALL_GAMES = """
import importlib, pkgutil, sys
before = set(sys.modules)
import bot.games
for module in pkgutil.walk_packages(bot.games.__path__, "bot.games."):
    importlib.import_module(module.name)
print(*sorted(set(sys.modules) - before))
"""

RULE = re.compile(r"\b(?:LD|TG|DU)\d+\b")
RULE_ROW = re.compile(r"^\| (\w+) \| .+ \| `(.+)` \|$", re.MULTILINE)


def test_every_rule_that_is_cited_is_written_down_with_the_module_that_rules_on_it() -> None:
    written = dict(RULE_ROW.findall((ROOT / "docs/rules.md").read_text(encoding="utf-8")))
    cited = {number for path in MODULES for number in RULE.findall((ROOT / path).read_text(encoding="utf-8"))}
    assert cited == set(written)
    for number, module in written.items():
        assert number in RULE.findall((ROOT / "bot/games" / module).read_text(encoding="utf-8")), (number, module)


def test_the_rules_import_nothing_but_the_standard_library_and_themselves() -> None:
    command = [sys.executable, "-S", "-c", IMPORT_ALL_GAMES]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    imported = done.stdout.split()
    assert "bot.games.le_duel.rules" in imported
    ours = {name for name in imported if name.partition(".")[0] == "bot"}
    assert {name for name in ours if name != "bot" and not name.startswith("bot.games")} == set()
    others = {name.partition(".")[0] for name in imported if name not in ours}
    assert others <= sys.stdlib_module_names


def test_importing_the_rules_imports_nothing_else() -> None:
    assert (ROOT / "bot" / "__init__.py").read_bytes() == b""


# Tests of the whole bot rather than of one module
WHOLE = ("tests/system",)


def subjects_of(path: Path) -> Iterator[Path]:
    """The modules a test file may be about: `tests/a/test_b_c.py` is about `bot/a/b.py`, `bot/a/b_c.py` or a folder of
    that name; the same for the other top-level packages."""
    words = path.stem.removeprefix("test_").split("_")
    folder = path.parent.relative_to("tests")
    for length in range(len(words), 0, -1):
        name = "_".join(words[:length])
        for top in (Path("bot"), Path()):
            yield top / folder / name
            yield top / folder / f"{name}.py"


def test_every_test_is_found_by_the_path_of_its_subject() -> None:
    tests = [path for path in MODULES if path.name.startswith("test_") and not path.as_posix().startswith(WHOLE)]
    lost = [str(path) for path in tests if not any((ROOT / subject).exists() for subject in subjects_of(path))]
    assert lost == []


def says_what_it_is_for(path: Path) -> bool:
    """Whether it has a docstring; an empty module needs none."""
    text = (ROOT / path).read_text(encoding="utf-8")
    return not text or re.match(r'(#.*\n)*r?"""', text) is not None


def test_every_module_says_what_it_is_for() -> None:
    assert [str(path) for path in MODULES if not says_what_it_is_for(path)] == []


def test_no_file_outgrows_a_reader() -> None:
    lengths = {str(path): len((ROOT / path).read_text(encoding="utf-8").splitlines()) for path in MODULES}
    assert {path: length for path, length in lengths.items() if length > LONGEST} == {}


# Where a game may be named: registries, and modules made for one game alone
FOLDERS = {key.replace("-", "_") for key in GAMES}
OF_ONE_GAME = {
    "bot/arena/registry.py",
    "bot/table/pictures/registry.py",
}
SHARED = (
    "bot/arena",
    "bot/doctor",
    "bot/drawing",
    "bot/edge",
    "bot/operations",
    "bot/playground",
    "bot/referee",
    "bot/resources",
    "bot/store",
    "bot/table",
    "cogs",
)
TITLES = re.compile("|".join(rf"\b{locale_for('en').text(f'game.{key}')}\b" for key in GAMES))  # in comments too


def shared_modules() -> Iterator[Path]:
    for path in MODULES:
        is_shared = path.as_posix().startswith(SHARED) and not FOLDERS & set(path.parts)
        if is_shared and path.as_posix() not in OF_ONE_GAME:
            yield path


def games_named_in(path: Path) -> Iterator[str]:
    """Imports from a game's folder, keys of games, and their names in any text."""
    source = (ROOT / path).read_text(encoding="utf-8")
    yield from TITLES.findall(source)
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.ImportFrom(module=str(module)) if FOLDERS & set(module.split(".")):
                yield module
            case ast.Constant(value=str(text)) if text in GAMES:
                yield text


def test_shared_code_knows_no_game() -> None:
    """A new game is one folder and its lines in the registries."""
    assert {str(path): named for path in shared_modules() if (named := sorted(games_named_in(path)))} == {}


def test_what_may_name_a_game_is_there_and_does() -> None:
    assert all(list(games_named_in(Path(path))) for path in OF_ONE_GAME)
