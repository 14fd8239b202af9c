"""The pinned requirements: what is not pinned, not hashed, not asked for or not installed so is said, and fails."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.store.support import ROOT
from tools.audit import OTHERS, PLAYGROUND, SETS, complaints, wanted
from tools.offers import withdrawn
from tools.pins import Pin, PinError, differences, read_pins

HASH = f"--hash=sha256:{'0' * 64}"


def written(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_a_pinned_file(tmp_path: Path) -> None:
    text = f"""# made by make lock
Discord.py==2.7.1 \\
    {HASH} \\
    {HASH}
numpy==1.0 ; python_full_version < '3.12' {HASH}
numpy==2.0 ; python_full_version >= '3.12' \\
    {HASH}  # why
"""
    assert read_pins(written(tmp_path, "x.txt", text)) == {
        "discord-py": (Pin("discord-py", "2.7.1", None),),
        "numpy": (
            Pin("numpy", "1.0", "python_full_version < '3.12'"),
            Pin("numpy", "2.0", "python_full_version >= '3.12'"),
        ),
    }


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("rich", "is not a name and one version"),
        (f"rich {HASH}", "is not a name and one version"),
        (f"rich>=1.0 {HASH}", "is not a name and one version"),
        (f"rich==1.* {HASH}", "is not a name and one version"),
        (f"rich @ https://example.org/rich.whl {HASH}", "is not a name and one version"),
        (f"-e . {HASH}", "is not a name and one version"),
        ("--index-url https://example.org/simple", "is not a name and one version"),
        ("-r other.txt", "is not a name and one version"),
        ("rich==1.0", "rich has no hash"),
        ("rich==1.0 --hash=md5:00", "is not a hash of SHA-256"),
        (f"rich==1.0 {HASH}0", "is not a hash of SHA-256"),
        (f"rich==1.0 {HASH} --no-binary", "is not a hash of SHA-256"),
        (f"rich==1.0 {HASH}\nRich==1.1 {HASH}", "rich is there twice"),
        ("# nothing", "nothing is pinned there"),
    ],
)
def test_what_does_not_say_what_it_would_install(line: str, why: str, tmp_path: Path) -> None:
    with pytest.raises(PinError, match=why):
        read_pins(written(tmp_path, "x.txt", f"{line}\n"))


def test_what_is_installed_otherwise(tmp_path: Path) -> None:
    pins = read_pins(written(tmp_path, "x.txt", f"a==1 {HASH}\nb==2 {HASH}\nc==3 ; os_name == 'nt' {HASH}\n"))
    assert list(differences(pins, {"a": "1", "b": "2", "d": "9"})) == []
    assert list(differences(pins, {"b": "3", "c": "4"})) == ["a 1 is missing", "b is 3, not 2", "c is 4, not 3"]


ASKS = """
[build-system]
requires = ["hatchling"]
[project]
dependencies = ["A", "simcord==2"]  # the playground's
[dependency-groups]
build = ["hatchling"]
dev = [{ include-group = "build" }, "c"]
audit = ["d"]
"""


def project(folder: Path, asks: str = ASKS, **changed: str) -> Path:
    run, simcord, tool, tests = (f"{pin} {HASH}\n" for pin in ("a==1", "simcord==2", "hatchling==3", "c==4"))
    files = {
        "run": run,
        "play": run + simcord,
        "dev": run + simcord + tool + tests,
        "build": tool,
        "audit": f"d==5 {HASH}\n",
    }
    written(folder, "pyproject.toml", asks)
    (folder / "requirements").mkdir()
    for name, text in (files | changed).items():
        written(folder / "requirements", f"{name}.txt", text)
    return folder


PRESENT = {"a": "1", "simcord": "2", "hatchling": "3", "c": "4", "pip": "23.2.1", "arbitre": "0.1.0"}


def test_all_is_as_asked_for(tmp_path: Path) -> None:
    assert list(complaints(project(tmp_path), PRESENT)) == []
    assert wanted(tmp_path / "pyproject.toml") == {
        "run": {"a": None},
        "play": {"a": None, "simcord": "2"},
        "dev": {"a": None, "simcord": "2", "hatchling": None, "c": None},
        "build": {"hatchling": None},
        "audit": {"d": None},
    }


@pytest.mark.parametrize(
    ("asks", "changed", "present", "said"),
    [
        (ASKS.replace('"A"', '"A", "z"'), {}, {}, "z is asked for and not in run.txt"),
        (ASKS.replace("simcord==2", "simcord==3"), {}, {}, "simcord is asked for as 3 and pinned as 2 in play.txt"),
        (ASKS.replace('"c"', '"c", "z"'), {}, {}, "z is asked for and not in dev.txt"),
        (ASKS.replace('"d"', '"z"'), {}, {}, "z is asked for and not in audit.txt"),
        (ASKS.replace('requires = ["hatchling"]', 'requires = ["z"]'), {}, {}, "z is asked for and not in build.txt"),
        (ASKS, {"run": f"a==9 {HASH}\n"}, {}, "a 9 is in run.txt and not so in play.txt"),
        (ASKS, {"build": f"hatchling==9 {HASH}\n"}, {}, "hatchling 9 is in build.txt and not so in dev.txt"),
        (ASKS, {}, {"a": "2"}, "a is 2, not 1; run make install"),
        (ASKS, {}, {"left-over": "1"}, "left-over is installed and nowhere pinned"),
    ],
)
def test_what_is_not(asks: str, changed: dict[str, str], present: dict[str, str], said: str, tmp_path: Path) -> None:
    found = list(complaints(project(tmp_path, asks, **changed), PRESENT | present))
    assert any(one.startswith(said) for one in found), found


def test_what_cannot_be_read_is_no_pass(tmp_path: Path) -> None:
    project(tmp_path, dev="a\n")
    with pytest.raises(PinError):
        list(complaints(tmp_path, {}))
    (tmp_path / "requirements" / "dev.txt").unlink()
    with pytest.raises(FileNotFoundError):
        list(complaints(tmp_path, {}))


@pytest.mark.parametrize(
    ("asks", "why"),
    [
        (ASKS.replace('"A"', '"A>=1"'), "'A>=1' is not a name"),
        (ASKS.replace('"c"', '"c @ https://example.org/c.whl"'), "is not a name"),
        (ASKS.replace("audit =", "other ="), "audit"),
        (ASKS.replace('group = "build"', 'group = "none"'), "none"),
        ("dependencies =", "Invalid value"),
        ("", "project"),
    ],
)
def test_a_project_that_does_not_say_what_it_asks_for(asks: str, why: str, tmp_path: Path) -> None:
    with pytest.raises(PinError, match=why):
        wanted(written(tmp_path, "pyproject.toml", asks))


def test_outside_an_environment_nothing_can_be_said() -> None:
    code = "import sys; sys.prefix = sys.base_prefix; from tools.audit import main; sys.exit(main(['report']))"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert done.returncode == 1
    assert "nothing can be said" in done.stderr


def offered(folder: Path, **yanked: bool) -> Path:
    found = [{"metadata": {"name": name, "version": "1"}, "is_yanked": is_yanked} for name, is_yanked in yanked.items()]
    return written(folder, "offered.json", json.dumps({"install": found}))


def test_what_its_makers_have_withdrawn(tmp_path: Path) -> None:
    pins = read_pins(written(tmp_path, "x.txt", f"a==1 {HASH}\nb-b==1 {HASH}\nc==3 ; os_name == 'nt' {HASH}\n"))
    assert list(withdrawn(offered(tmp_path, a=False, B_b=False), pins)) == []
    assert list(withdrawn(offered(tmp_path, a=False, B_b=True), pins)) == [
        "b-b 1 was withdrawn by its makers; pin another and run make lock"
    ]


def test_what_pip_was_not_asked_about_is_no_pass(tmp_path: Path) -> None:
    pins = read_pins(written(tmp_path, "x.txt", f"a==1 {HASH}\nb==2 {HASH}\n"))
    assert list(withdrawn(offered(tmp_path, b=False), pins)) == [
        "offered today: a 1 is missing",
        "offered today: b is 1, not 2",
    ]
    with pytest.raises(FileNotFoundError):
        list(withdrawn(tmp_path / "none.json", pins))


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"install": [{"metadata": {"name": "a", "version": "1"}}]}'])
def test_a_report_that_does_not_say_is_no_pass(text: str, tmp_path: Path) -> None:
    with pytest.raises(PinError, match="no report"):
        list(withdrawn(written(tmp_path, "offered.json", text), {}))


@pytest.mark.parametrize("name", [*SETS, *OTHERS])
def test_ours_are_pinned_and_name_no_index(name: str) -> None:
    path = ROOT / "requirements" / f"{name}.txt"
    assert read_pins(path).keys() >= wanted(ROOT / "pyproject.toml")[name].keys()
    assert "://" not in path.read_text(encoding="utf-8")


def test_the_playground_costs_the_bot_alone_nothing() -> None:
    run, play = (read_pins(ROOT / "requirements" / f"{name}.txt") for name in ("run", "play"))
    assert play.keys() - run.keys() == PLAYGROUND
