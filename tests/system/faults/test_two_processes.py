"""Two bots on one database: the second is refused in one sentence. A killed bot does not block the next."""

from pathlib import Path

from tests.support.tiers import only_long
from tests.system.network.process import BotProcess
from tests.system.network.server import NetworkDiscord


@only_long
async def test_only_one_at_a_time(tmp_path: Path) -> None:
    folders = [tmp_path / name for name in ("first", "second")]
    for folder in folders:
        folder.mkdir()
    async with NetworkDiscord() as network:
        first, second = (BotProcess(network, folder, is_drawing=False) for folder in folders)
        second.database = first.database
        await first.start()
        await second.spawn()
        assert await second._end() == 1
        assert second.log == f"arbitre: another Arbitre is running on {first.database}; stop it first\n"
        assert first.is_running
        await first.kill()
        await second.start()
        assert second.is_running
        assert await second.stop() == 0
        assert "Traceback" not in second.log
