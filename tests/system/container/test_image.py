"""The image: its files and packages are enough to play, and it writes to its volume alone. Each check is also shown to
fail."""

import base64
from pathlib import Path

import pytest

from tests.edge.test_run import free_port
from tests.support.tiers import only_long
from tests.system.container.environments import BuildError
from tests.system.container.image import Image, is_ignored, read_recipe
from tests.system.network.launch import API, GATEWAY
from tests.system.network.players import Player, duel, recklessly
from tests.system.network.process import LAUNCH, PATIENT, ROOT, BotProcess
from tests.system.network.server import NetworkDiscord
from tools.pins import read_pins

RECIPE = read_recipe()
COPIES = [*RECIPE.build.copies, *RECIPE.final.copies]
TOKEN = f"{base64.b64encode(b'123456789012345678').decode()}.tests.{'opens-nothing' * 2}"
WELL = (0, '{"status": "ok", "failing": {}, "look_at": {}}\n')
IMPORT_ALL = """
import importlib, pkgutil, bot, cogs
for package in (bot, cogs):
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        if not module.name.startswith("bot.playground"):
            try:
                importlib.import_module(module.name)
            except ImportError as error:
                print(f"{module.name}: {error}")
print("that is all")
"""


class Contained(BotProcess):
    """The bot as the image runs it, on its volume; the token is in a file, as with compose."""

    def __init__(self, network: NetworkDiscord, image: Image) -> None:
        (image.folder / "logs").mkdir()
        super().__init__(network, image.folder / "logs")
        self.place = image.root
        self.python = str(image.python)
        self.database = image.volume / "arbitre.sqlite3"
        token = image.folder / "token"
        token.write_text(f"{network.token}\n", encoding="utf-8")
        self._found = image.environment(
            DISCORD_TOKEN_FILE=str(token),
            ARBITRE_METRICS_PORT=str(free_port()),
            **{API: network.api, GATEWAY: network.gateway.address},
        )

    def _environment(self) -> dict[str, str]:
        return self._found


async def plays(image: Image) -> None:
    """Start, play with pictures, check health, back up, and stop."""
    async with NetworkDiscord(token=TOKEN, patience=PATIENT) as network:
        guild = network.state.guild("Club", locale="fr")
        channel = network.state.channel(guild, "duels")
        alice, bob = (Player(network, guild, name, choose=recklessly) for name in ("Alice", "Bob"))
        async with Contained(network, image) as bot:
            game = await duel(alice, bob, channel)
            assert any(message.attachments for message in network.state.messages(channel)), "no picture"
            assert await bot.run(*image.recipe.health[3:]) == WELL
            status, said = await bot.run("doctor", module=LAUNCH)
            assert (status, "packages        all as pinned" in said) == (0, True), said
            status, said = await bot.run("backup")
            assert (status, f"{game} game replayed, all as recorded" in said) == (0, True), said
            assert await bot.stop() == 0
        assert network.ledger.missing(bot.database) == []
        assert [line for line in bot.log.splitlines() if "level=error" in line] == []
        assert len(list((image.volume / "backups").iterdir())) == 1


def test_what_the_dockerfile_says() -> None:
    assert RECIPE.command == ["python", "-m", "bot", "run"]
    assert RECIPE.health == ["python", "-m", "bot", "health"]
    assert RECIPE.volume == RECIPE.place / "data" / "var"
    assert (RECIPE.place / RECIPE.environment["ARBITRE_DATABASE"]).parent == RECIPE.volume


@only_long
async def test_it_plays_and_writes_to_its_volume_alone(tmp_path: Path) -> None:
    image = Image(tmp_path, RECIPE)
    before = image.stamps()
    await plays(image)
    assert image.refused == []
    assert image.stamps() == before
    assert list((tmp_path / "tmp").iterdir()) == []


@only_long
@pytest.mark.parametrize("left_out", sorted({source for source, _ in COPIES} - {"LICENSE"}))
async def test_it_would_not_without(left_out: str, tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match=r"no such file in the image|pip wheel|the bot ended before it was let in"):
        await plays(Image(tmp_path, RECIPE, [left_out]))


@pytest.fixture(scope="module")
def image(tmp_path_factory: pytest.TempPathFactory) -> Image:
    """One image for tests that change nothing in it."""
    return Image(tmp_path_factory.mktemp("image"), RECIPE)


@only_long  # the bot is started from it below
def test_what_is_installed_is_enough_for_all_but_the_playground(image: Image) -> None:
    """Imports of packages for developers fail, and no others."""
    names = ("jsonschema", "numpy", "pytest", "simcord")
    assert set(names) <= read_pins(ROOT / "requirements" / "dev.txt").keys()
    planted = {name: image.site / "cogs" / f"planted_{name}.py" for name in names}
    for name, path in planted.items():
        path.write_text(f"import {name}\n", encoding="utf-8")
    said = image.run("-c", IMPORT_ALL).stdout.splitlines()
    for path in planted.values():
        path.unlink()
    assert said == [*(f"cogs.planted_{name}: No module named {name!r}" for name in names), "that is all"]


@only_long
def test_the_licence_comes_with_it(image: Image) -> None:
    (copied,) = image.site.glob("arbitre-*/licenses/LICENSE")
    assert copied.read_bytes() == (ROOT / "LICENSE").read_bytes()


@only_long
def test_the_playground_says_that_it_is_not_installed(image: Image) -> None:
    playing = image.run("-m", "bot", "play")
    assert (playing.returncode, playing.stdout) == (2, "")
    assert playing.stderr.startswith("arbitre: the playground needs more than a bot does")
    assert playing.stderr.count("\n") == 1


WRITES = (
    "open('x', 'w')",
    "open(paths.DATA / 'shuffle-v1.json', 'a')",
    "os.mkdir('data/new')",
    "os.rename('data/var', 'var')",
    "pathlib.Path(paths.__file__).unlink()",
    "sqlite3.connect('data/x.sqlite3')",
    "shutil.copy(paths.__file__, '/var/tmp/arbitre-was-here')",
)
TRY_ALL = f"""
import os, pathlib, shutil, sqlite3
from bot.resources import paths
for does in {WRITES!r}:
    try:
        eval(does)
    except OSError as error:
        print(error.strerror)
"""


@only_long
def test_what_is_written_elsewhere_is_refused_and_noted(image: Image) -> None:
    before, noted = image.stamps(), len(image.refused)
    assert image.run("-c", TRY_ALL).stdout.splitlines() == ["Read-only file system"] * len(WRITES)
    assert len(image.refused) - noted == len(WRITES)
    assert image.stamps() == before
    (image.root / "x").touch()  # a write that the hook did not see
    assert image.stamps().keys() - before.keys() == {f"{image.root.name}/x"}


def test_what_is_not_understood_is_refused(tmp_path: Path) -> None:
    text = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    for line in (
        *("COPY --chown=1 bot bot", "COPY . .", "COPY bot cogs ./", "ADD docs docs", "RUN rm -r cogs", "CMD []"),
        *("COPY --from=build /source/dist bot", "RUN pip install --no-index --no-deps dist/arbitre-*.whl"),
        *("RUN pip install --require-hashes -r requirements/run.txt && pip install more", "FROM scratch"),
    ):
        (tmp_path / "Dockerfile").write_text(f"{text}\n{line}\n", encoding="utf-8")
        with pytest.raises(BuildError):
            read_recipe(tmp_path / "Dockerfile")
    for said, instead in (("--from=build /source/dist", "--from=build /source/bot"), (" AS build", "")):
        (tmp_path / "Dockerfile").write_text(text.replace(said, instead), encoding="utf-8")
        with pytest.raises(BuildError):
            read_recipe(tmp_path / "Dockerfile")
    (tmp_path / "Dockerfile").write_text(text.replace("COPY cogs cogs", "COPY cog cogs"), encoding="utf-8")
    with pytest.raises(BuildError, match="COPY cog:"):
        Image(tmp_path / "image", read_recipe(tmp_path / "Dockerfile"))
    with pytest.raises(BuildError):
        is_ignored("bot/edge/app.py", ["*.py"])
    assert [is_ignored(path, ["data/var", "**/x"]) for path in ("data/var/a", "data/various", "a/x/b")] == [
        True,
        False,
        True,
    ]
