"""Which message shows which game, and which revision of it."""

from dataclasses import dataclass

from bot.store.database import Database, Row
from bot.store.rows import ShownRow

TABLE = "table"
PING = "ping"


def panel(seat: int) -> str:
    return f"panel{seat}"


@dataclass(frozen=True, slots=True)
class Shown:
    database: Database

    async def of(self, game_id: int) -> dict[str, ShownRow]:
        rows = await self.database.rows("SELECT * FROM shown WHERE game_id = ?", (game_id,))
        return {row["role"]: _shown(row) for row in rows}

    async def put(self, row: ShownRow) -> None:
        await self.database.write(
            """INSERT INTO shown (game_id, role, channel_id, message_id, revision, posted_at) VALUES (?, ?, ?, ?, ?, ?)
               ON CONFLICT (game_id, role) DO UPDATE SET channel_id = excluded.channel_id,
                   message_id = excluded.message_id, revision = excluded.revision, posted_at = excluded.posted_at""",
            (row.game_id, row.role, row.channel_id, row.message_id, row.revision, row.posted_at),
        )

    async def forget(self, game_id: int, role: str) -> None:
        await self.database.write("DELETE FROM shown WHERE game_id = ? AND role = ?", (game_id, role))

    async def behind(self) -> list[int]:
        """Games some of whose messages show less than there is to see: what a boot redraws."""
        sql = """SELECT DISTINCT games.id FROM games LEFT JOIN shown ON shown.game_id = games.id AND shown.role = ?
                 WHERE shown.revision IS NULL OR shown.revision < games.public_revision ORDER BY games.id"""
        return [row["id"] for row in await self.database.rows(sql, (TABLE,))]


def _shown(row: Row) -> ShownRow:
    return ShownRow(
        row["game_id"], row["role"], row["channel_id"], row["message_id"], row["revision"], row["posted_at"]
    )
