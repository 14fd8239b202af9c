"""The table `blocks`: whom people do not want to be challenged by."""

from collections.abc import Collection
from dataclasses import dataclass

from bot.store.sqlite.database import Database


@dataclass(frozen=True, slots=True)
class Blocks:
    database: Database

    async def add(self, user_id: int, blocked_id: int) -> None:
        await self.database.write("INSERT INTO blocks VALUES (?, ?) ON CONFLICT DO NOTHING", (user_id, blocked_id))

    async def remove(self, user_id: int, blocked_id: int) -> None:
        await self.database.write("DELETE FROM blocks WHERE user_id = ? AND blocked_id = ?", (user_id, blocked_id))

    async def of(self, user_id: int) -> list[int]:
        """Those whom this person has blocked."""
        sql = "SELECT blocked_id FROM blocks WHERE user_id = ? ORDER BY blocked_id"
        return [row["blocked_id"] for row in await self.database.rows(sql, (user_id,))]

    async def is_blocked(self, host_id: int, invited: Collection[int]) -> bool:
        """Whether one of the invited has blocked the host."""
        rows = await self.database.rows("SELECT user_id FROM blocks WHERE blocked_id = ?", (host_id,))
        return any(row["user_id"] in invited for row in rows)
