"""What a button and a command do alike: ask the referee, answer the person, let the announcer tell the others."""

import asyncio
import contextlib
import logging
import random
import sqlite3
from typing import Any

import discord
from discord.ext import commands

from bot.edge.allowed_channels import place_for_another
from bot.edge.answers import Answer, answer_failed_command, noting, words_of
from bot.edge.app import Arbitre
from bot.edge.delivery.announcer import Announcer
from bot.edge.delivery.invitations import post_as_answer, post_from_afar
from bot.edge.delivery.message_handles import CHANNEL_LOCK, Key, Token, ephemeral_lock
from bot.edge.delivery.render import edited_message, new_message
from bot.edge.presenting.match_views import offer_of, public_words, sight_of
from bot.edge.transport.gate import UNREACHED, Gate, cause_of, gate_of
from bot.games.core import GameError, Seat
from bot.referee.challenges import Terms
from bot.referee.match import Match
from bot.referee.replays import may_look_back
from bot.store.rows import ChallengeRow
from bot.store.sqlite.messages import TABLE, panel
from bot.table.illustrations import drawn_table, panel_in_time
from bot.table.locale import Locale
from bot.table.page import Page
from bot.table.pages import Verification, challenge_page, draw_declined_page, error_text, verification_page

log = logging.getLogger(__name__)

LATE = 0.12  # seconds in which an answer that has come this far should have been given: the machine is at its limit
_SHOW_AGAIN = ("stale", "repeated")  # not worth an error: the person gets the game as it stands


class Desk(commands.Cog):
    def __init__(self, bot: Arbitre) -> None:
        self.bot = bot
        self.announcer = Announcer(bot)
        self._thinking: dict[int, asyncio.Task[None]] = {}
        self._overtaking: dict[int, Match] = {}  # what people did while computers were at it
        self.stalled: set[int] = set()  # games whose computer failed or was not asked, to be asked again

    async def cog_unload(self) -> None:
        for task in list(self._thinking.values()):
            task.cancel()
        await self.announcer.close()

    # Playing

    async def act(self, answer: Answer, words: Locale, game_id: int, text: str, *, seen: int | None = None) -> None:
        """Plays, then shows the player their panel. A refusal comes with the panel as it stands."""
        interaction = answer.interaction
        try:
            match = await self.bot.referee.act(game_id, interaction.user.id, text, key=str(interaction.id), seen=seen)
        except GameError as error:
            await self._refuse(answer, words, game_id, error)
            return
        seat = match.seat_of(interaction.user.id)
        assert seat is not None  # noqa: S101 (the referee has let them play)
        try:
            await self.show_panel(answer, words, match, seat)
        finally:  # it is played, whether or not its player could be answered
            self.moved(match, is_seen=seen is None or match.row.public_revision > seen)

    async def _refuse(self, answer: Answer, words: Locale, game_id: int, error: GameError) -> None:
        match = await self.bot.referee.match(game_id)
        seat = match.seat_of(answer.interaction.user.id)
        if seat is None:
            raise error
        notice = "" if error.code in _SHOW_AGAIN else f"⚠️ {error_text(error, words)}"
        await self.show_panel(answer, words, match, seat, notice=notice)

    async def show_panel(
        self, answer: Answer, words: Locale, match: Match, seat: Seat, *, picked: str = "", notice: str = ""
    ) -> None:
        """Should somebody have played meanwhile, they see the newest once more: the announcer may have been here before
        this answer, and would not come again."""
        is_late = answer.waited > LATE or self.bot.crowd.is_there
        page = await self._panel(words, match, seat, picked=picked, notice=notice, is_late=is_late)
        key = self._keep_key(answer, match, seat, await answer.private(page))
        self.announcer.told(match, seat, answer.message_id)
        if not match.is_over and (newest := await self.bot.referee.match(match.id)).revision > match.revision:
            page = await self._panel(words, newest, seat, picked=picked, notice=notice, is_late=is_late)
            with contextlib.suppress(*UNREACHED):  # they have their answer; the announcer tells them of what came after
                if await self.announcer.stage.edit_through(key, page):
                    self.announcer.told(newest, seat, answer.message_id)

    async def _panel(self, words: Locale, match: Match, seat: Seat, *, picked: str, notice: str, is_late: bool) -> Page:
        sight = await sight_of(self.bot, match, seat, words)
        return await panel_in_time(sight, words, self.bot.studio, picked=picked, notice=notice, is_late=is_late)

    def _keep_key(self, answer: Answer, match: Match, seat: Seat, message_id: int | None) -> Key:
        """The answer stays editable for a while: that is how this player's panel follows the other's moves."""
        interaction, now = answer.interaction, self.bot.referee.now()
        is_dm_panel = answer.is_in_panel and interaction.guild_id is None
        lock = panel(seat) if is_dm_panel else ephemeral_lock(seat)
        token = Token(interaction)
        key = Key(token, now, message_id, answer.message_id)
        self.announcer.keys.keep(match.id, lock, key)
        if interaction.channel_id == match.row.channel_id:
            self.announcer.keys.keep(match.id, CHANNEL_LOCK, Key(token, now))
        return key

    def moved(self, match: Match, *, is_seen: bool = True) -> None:
        """After a commit and the answer to it: the others are told, unless there is nothing for them to see, and a
        computer on turn starts to think."""
        if match.id in self._thinking:
            self._overtaking[match.id] = match
            self.announcer.touch(match.id)
        elif not self.bot.computers.is_called(match):
            if is_seen:
                self.announcer.touch(match.id)
        else:
            task = asyncio.create_task(self._let_computer_play(match), name=f"computer {match.id}")
            self._thinking[match.id] = task

    async def _let_computer_play(self, match: Match) -> None:
        """Strikes itself off before anything else can run: who moves next must find the chair free."""
        try:
            match = await self._let_computers_speak(match)
            while self.bot.computers.seat_to_act(match) is not None:
                await asyncio.sleep(self.bot.pace)
                match = await self._let_computers_speak(await self.bot.computers.play(match))
        except Exception as error:
            log.error("game %d: the computer failed: %s", match.id, type(error).__name__)
            self.stalled.add(match.id)
            self.announcer.touch(match.id)
        finally:
            del self._thinking[match.id]
            self._overtaking.pop(match.id, None)

    async def _let_computers_speak(self, match: Match) -> Match:
        """Before the others are told, so that they are told once; the newest match, whoever made it so meanwhile."""
        match = await self.bot.computers.speak(match)
        self.announcer.touch(match.id)
        overtaking = self._overtaking.pop(match.id, match)
        return overtaking if overtaking.revision > match.revision else match

    def resume(self, match: Match) -> None:
        """After a boot: a computer that was thinking thinks again."""
        if self.bot.computers.is_called(match):
            self.moved(match)

    # Looking

    async def show_table(self, answer: Answer, match: Match) -> None:
        """The public table here and now: the new message becomes the table, the old one goes."""
        interaction = answer.interaction
        if interaction.guild_id != match.row.guild_id or interaction.channel_id is None:
            if match.is_over:  # all hands are open on it
                may_look_back(match, interaction.user.id, interaction.guild_id)
            await answer.private(await self._table_page(match))  # a look from elsewhere; the table stays where it is
            return
        async with self.announcer.alone(match.id):
            if match.id in self.announcer.behind:
                self.announcer.stage.unsettled.add(match.id)
            try:
                await self._answer_with_table(answer, match.id, interaction.channel_id)
            except Exception:
                self.announcer.doubt(match.id)
                self.announcer.touch(match.id)
                raise

    async def _answer_with_table(self, answer: Answer, game_id: int, channel_id: int) -> None:
        """It takes the place of the one there is: somebody may have played before this one came to be posted."""
        stage, tables = self.announcer.stage, self.announcer.tables
        await tables.will_move(await self.bot.referee.match(game_id), channel_id)
        outdated, match = stage.outdated(game_id), await self.bot.referee.match(game_id)
        message_id = await answer.public(await self._table_page(match))
        await tables.moved(match, channel_id, message_id)
        stage.renewed(game_id, outdated)
        self.announcer.keys.keep(game_id, TABLE, Key(Token(answer.interaction), self.bot.referee.now(), message_id))

    async def _table_page(self, match: Match) -> Page:
        words = await public_words(self.bot, match.row.guild_id)
        return await drawn_table(await sight_of(self.bot, match, None, words), words, self.bot.studio)

    async def verify(self, answer: Answer, words: Locale, game_id: int) -> None:
        match, problem = await self.bot.referee.verify(game_id)
        may_look_back(match, answer.interaction.user.id, answer.interaction.guild_id)
        sight = await sight_of(self.bot, match, None, words)
        found = Verification(
            game_id=match.id,
            names=sight.names,
            commitment=match.row.commitment,
            secret=match.row.secret.hex(),
            binding=match.row.binding,
            cuts=tuple(seat.cut for seat in match.row.seats),
            problem=None if problem is None else problem.code,
        )
        await answer.beside(verification_page(found, words))

    # Draws

    async def show_draw_offer(self, answer: Answer, words: Locale, match: Match) -> None:
        """The offerer is told it was made; the others see it where the table is."""
        seat = match.seat_of(answer.interaction.user.id)
        assert seat is not None  # noqa: S101 (the referee has let them offer)
        try:
            await self.show_panel(answer, words, match, seat, notice=words.text("draw.made"))
        finally:  # it is made, whether or not its maker could be answered
            async with self.announcer.alone(match.id):
                await self.announcer.pings.post_draw_offer(match)
            self.announcer.touch(match.id)  # it may have lapsed meanwhile

    async def show_draw_declined(self, answer: Answer, words: Locale, match: Match) -> None:
        """Where it was offered, if it was declined there; else the offer goes."""
        message, seat = answer.interaction.message, match.seat_of(answer.interaction.user.id)
        try:
            if answer.is_in_panel and seat is not None:
                notice = words.text("draw.declined", number=match.id)
                await self.show_panel(answer, words, match, seat, notice=notice)
                return
            words = await public_words(self.bot, match.row.guild_id)
            await self.announcer.pings.keep_draw_offer(match, None if message is None else message.id)
            await answer.replace(draw_declined_page(await sight_of(self.bot, match, None, words), words))
        finally:
            self.announcer.touch(match.id)

    # Challenging

    async def challenge(self, answer: Answer, terms: Terms) -> None:
        """Posts the challenge; against a computer the game begins at once."""
        row = await self.bot.referee.challenges.make(terms, str(answer.interaction.id))
        await self.post_challenge(answer, row)

    async def post_challenge(self, answer: Answer, row: ChallengeRow) -> None:
        if row.level is not None:
            match = await self.bot.referee.challenges.accept_as_computer(row.id)
            await self.open_table(answer, match, is_answer=True)
            return
        words = await public_words(self.bot, row.guild_id)
        page = challenge_page(await offer_of(self.bot, row, words), words)
        await post_as_answer(answer, self.bot.store.challenges, row, page, _calling(row, words))

    async def accept(self, answer: Answer, challenge_id: int, cut: str) -> None:
        interaction = answer.interaction
        match = await self.bot.referee.challenges.accept(challenge_id, interaction.user.id, cut, str(interaction.id))
        try:
            await self.show_challenge(answer, challenge_id)
        except UNREACHED as error:  # the game has begun, whatever became of the challenge's message
            log.warning("challenge %d still looks open: %s", challenge_id, cause_of(error))
        await self.open_table(answer, match)

    async def show_challenge(self, answer: Answer, challenge_id: int) -> None:
        """The pressed challenge as it stands now."""
        row = await self.bot.referee.challenges.get(challenge_id)
        await answer.replace(await self.challenge_page(row))
        with noting("challenge", row.id):
            await self.bot.store.challenges.shown(row.id, row.status)

    async def show_closed(self, row: ChallengeRow) -> None:
        """A challenge that closed by itself, or while we were away, stops looking open."""
        message = self.bot.get_partial_messageable(row.channel_id).get_partial_message(row.message_id or 0)
        try:
            gate_of(self.bot).ask_leave(row.channel_id, is_edit=True)
            await message.edit(**edited_message(await self.challenge_page(row)))
        except UNREACHED as error:
            if gate_of(self.bot).is_passing(error):
                return  # for now; the next sweep tries again
            log.info("challenge %d has no message any more", row.id)
        await self.bot.store.challenges.shown(row.id, row.status)

    async def challenge_page(self, row: ChallengeRow) -> Page:
        words = await public_words(self.bot, row.guild_id)
        return challenge_page(await offer_of(self.bot, row, words), words)

    async def open_table(self, answer: Answer, match: Match, *, is_answer: bool = False) -> None:
        """The public table of a new game, in a thread of its own where the server wants that."""
        try:
            async with self.announcer.alone(match.id):
                self.announcer.stage.unsettled.add(match.id)
                await self._post_table(answer, match, is_answer=is_answer)
        except (*UNREACHED, sqlite3.OperationalError) as error:  # the announcer posts it, or finds it
            log.warning("game %d: its table could not be an answer: %s", match.id, cause_of(error))
            self.announcer.doubt(match.id)
        finally:
            self.moved(match)

    async def _post_table(self, answer: Answer, match: Match, *, is_answer: bool) -> None:
        server, interaction = await self.bot.store.servers.get(match.row.guild_id), answer.interaction
        if server.has_threads:
            match = await self._open_thread(interaction, match, is_answer=is_answer)
        if match.row.channel_id != interaction.channel_id:
            if is_answer:
                place = f"<#{match.row.channel_id}>"
                await answer.note(words_of(interaction).text("thread.opened", number=match.id, channel=place))
            return
        await self._answer_with_table(answer, match.id, match.row.channel_id)
        self.announcer.keys.keep(match.id, CHANNEL_LOCK, Key(Token(interaction), self.bot.referee.now()))

    async def _open_thread(self, interaction: discord.Interaction, match: Match, *, is_answer: bool) -> Match:
        """At the challenge that was accepted; where there was none to accept, by itself."""
        channel, message = interaction.channel, None if is_answer else interaction.message
        if not isinstance(channel, discord.TextChannel) or (message is None and not is_answer):
            return match
        words = await public_words(self.bot, match.row.guild_id)
        sight = await sight_of(self.bot, match, None, words)
        name = words.text("thread.name", number=match.id, players=" – ".join(sight.names))[:100]
        try:
            thread = await channel.create_thread(name=name, message=message, type=discord.ChannelType.public_thread)
        except UNREACHED as error:  # no permission, no answer, or the message has one already
            log.warning("game %d gets no thread: %s", match.id, cause_of(error))
            return match  # the table stays in the channel
        await self.bot.store.games.move_table(match.id, thread.id)
        return await self.bot.referee.match(match.id)

    async def rematch(self, answer: Answer, words: Locale, game_id: int) -> None:
        """From its server in the open; from anywhere else through the channel the game was played in."""
        interaction = answer.interaction
        old = await self.bot.referee.match(game_id)
        channel_id, is_here = await place_for_another(self.bot, interaction, old.row)
        made = await self.bot.referee.challenges.rematch(old, interaction.user.id, channel_id, str(interaction.id))
        if is_here:
            if isinstance(made, Match):
                await self.open_table(answer, made, is_answer=True)
            else:
                await self.post_challenge(answer, made)
            return
        await self._rematch_from_afar(made)
        await answer.note(words.text("rematch.sent"))

    async def _rematch_from_afar(self, made: Match | ChallengeRow) -> None:
        if isinstance(made, ChallengeRow) and made.level is not None:
            made = await self.bot.referee.challenges.accept_as_computer(made.id)
        if isinstance(made, Match):
            self.moved(made)
            return
        words = await public_words(self.bot, made.guild_id)
        sent = {**new_message(await self.challenge_page(made)), **_calling(made, words)}
        await post_from_afar(self.bot, self.bot.store.challenges, made, sent)


def _calling(row: ChallengeRow, words: Locale) -> dict[str, Any]:
    """The challenged person is called by name once; nobody else is."""
    if row.opponent_id is None:
        return {}
    mentions = discord.AllowedMentions(users=[discord.Object(row.opponent_id)])
    return {"content": words.text("challenge.call", mention=f"<@{row.opponent_id}>"), "allowed_mentions": mentions}


def desk_of(bot: Arbitre) -> Desk:
    desk = bot.get_cog("Desk")
    assert isinstance(desk, Desk)  # noqa: S101 (loaded before all that ask for it)
    return desk


async def setup(bot: Arbitre) -> None:
    bot.tree.error(answer_failed_command)
    await bot.add_cog(Gate(bot, random.Random()))
    await bot.add_cog(Desk(bot))
