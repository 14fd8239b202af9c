"""Gatherings at Discord: posting one, its buttons, rematches, and edits of its message."""

import logging
from collections.abc import Awaitable, Callable
from typing import Any

import discord

from bot.edge.allowed_channels import may_see, place_for_another, server_for
from bot.edge.computer_turns import ComputerTurns
from bot.edge.delivery.invitations import post_as_answer, post_from_afar
from bot.edge.gateway.client import Client
from bot.edge.interactions.answers import Answer, tolerating_store_errors
from bot.edge.interactions.dialogues import Dialogue, Field, is_submitted, typed_in
from bot.edge.interactions.router import Router
from bot.edge.presenting.gathering_views import gathering_view_of
from bot.edge.presenting.match_views import (
    introduce,
    meet,
    person_name,
    private_locale,
    public_locale,
)
from bot.edge.render import edited_message, new_message, new_text
from bot.edge.table_answers import TableAnswers
from bot.edge.transport.gate import NEW_DM, UNREACHED, cause_of
from bot.games.registry import GAMES
from bot.players.registry import default_level
from bot.referee.clocks import CHALLENGE_LASTS, NO_CLOCK, challenge_lasts
from bot.referee.errors import Refusal
from bot.referee.gatherings import MAX_CUT, TWO, GatheringService, Made, Terms
from bot.referee.locks import Locks
from bot.referee.match import Match
from bot.store.rows import GatheringRow, Notices, ServerRow
from bot.table.controls import Control, Verb
from bot.table.game.pages import CLOCK_NAMES, game_name
from bot.table.gathering.gathering_page import MORE, ON, gathering_page
from bot.table.gathering.list_page import open_gatherings_page
from bot.table.locale import Locale, plain
from bot.table.page import Page
from bot.table.privacy_pages import declined_page

log = logging.getLogger(__name__)

CUT, DECK = "cut", "deck"  # fields of the dialogue
LONGEST_DECK = 1000

Person = discord.User | discord.Member


def seat_dialogue(control: Control, locale: Locale, *, has_deck: bool) -> Dialogue:
    """Asks for a cut, a word that goes into the shuffle (LD2), and for a deck where the game takes one."""
    cut = Field(CUT, locale.text("cut.label"), MAX_CUT, is_needed=not has_deck)
    if not has_deck:
        return Dialogue(control, locale.text("cut.title"), cut)
    deck = Field(DECK, locale.text("deck.label"), LONGEST_DECK, is_needed=False)
    return Dialogue(control, locale.text("deck.title"), deck, cut)


class Gatherings:
    def __init__(self, bot: Client, router: Router, computers: ComputerTurns, tables: TableAnswers) -> None:
        self.bot = bot
        self.computers = computers
        self.tables = tables
        self._lock = Locks().of
        self._rematch_lock = Locks().of
        for verb in _PRESSES:
            router.route(verb, self._press)
        router.route(Verb.CUT, self._sit_with_cut)
        router.route(Verb.REMATCH, self._rematch)

    # Buttons

    async def _press(self, answer: Answer, words: Locale, control: Control) -> None:
        made = await _PRESSES[control.verb](self.bot.referee.gatherings, answer.interaction.user.id, control)
        await self._show(answer, control.number, made)
        if control.verb is Verb.DECLINE and isinstance(made, GatheringRow):
            await answer.beside(declined_page(await person_name(self.bot, made.host_id, words), made.host_id, words))

    async def _sit_with_cut(self, answer: Answer, locale: Locale, control: Control) -> None:
        """The button opens the dialogue; submitting the dialogue, which has the same custom id, sits down."""
        interaction = answer.interaction
        gatherings, user_id = self.bot.referee.gatherings, interaction.user.id
        if is_submitted(interaction):
            cut, deck = typed_in(interaction, CUT), typed_in(interaction, DECK)
            made = await gatherings.sit(control.number, user_id, cut, deck)
            await self._show(answer, control.number, made)
            return
        row = await gatherings.check_may_sit(control.number, user_id)
        await answer.ask(seat_dialogue(control, locale, has_deck=bool(GAMES[row.game].brought)))

    async def _rematch(self, answer: Answer, locale: Locale, control: Control) -> None:
        """In the same server: as the answer, for all to see. From elsewhere: in the channel of the old game."""
        interaction = answer.interaction
        old = await self.bot.referee.match(control.number)
        channel_id, is_here = await place_for_another(self.bot, interaction, old.row)
        async with self._rematch_lock(old.id):  # or a second press would post a second message
            made = await self.bot.referee.gatherings.rematch(old, interaction.user.id, channel_id, str(interaction.id))
            if is_here and (isinstance(made, Match) or made.message_id is None):
                await self.post(answer, made)
                return
            await self._post_from_afar(made)
            await answer.note(await self._where(made, locale))

    async def _where(self, made: Made, locale: Locale) -> str:
        """A link to the message that waits, or to the channel of the game."""
        if isinstance(made, Match):
            place = "" if made.row.is_in_dm else f" <#{made.row.channel_id}>"
            return locale.text("rematch.started", place=place)
        row = await self.bot.referee.gatherings.get(made.id)
        return locale.text("rematch.waiting", link=_link(row))

    # Commands

    async def challenge(
        self, answer: Answer, opponent: Person | None, level: str | None, wishes: dict[str, Any]
    ) -> None:
        """Against a computer the game begins at once. A level without an opponent asks for a computer too, and against
        one there is no clock unless one is wanted. With more than two players, others may join."""
        is_computer = (opponent is None and level is not None) or (opponent is not None and self._is_me(opponent))
        if level is not None and not is_computer:
            raise Refusal("level_of_a_person")
        if answer.interaction.guild_id is None and not is_computer:
            raise Refusal("only_computers_in_dms")
        if is_computer:
            if wishes.get("is_rated"):
                raise Refusal("computer_unrated")
            wishes = {"clock": NO_CLOCK} | wishes | {"computers": (level or default_level(wishes["game"]) or "",)}
        elif opponent is not None:
            wishes = wishes | {"invited": (await self._meet(answer.interaction, opponent),)}
        await self.gather(answer, wishes)

    async def gather(self, answer: Answer, wishes: dict[str, Any]) -> None:
        """Open a gathering here and post it."""
        interaction = answer.interaction
        locale = await meet(self.bot, interaction)
        if interaction.guild_id is None:
            await self._begin_in_dm(answer, locale, wishes)
            return
        server = await server_for(self.bot, interaction)
        wishes = {"clock": server.clock} | wishes
        _check_ratable(wishes, server)
        terms = Terms(server.guild_id, interaction.channel_id or 0, interaction.user.id, **wishes)
        await self.post(answer, await self.bot.referee.gatherings.open(terms, str(interaction.id)))

    async def _begin_in_dm(self, answer: Answer, locale: Locale, wishes: dict[str, Any]) -> None:
        """With computers only, or alone. There is no table: the announcer sends the player's panel, as in any game."""
        interaction = answer.interaction
        channel_id = interaction.channel_id or 0
        terms = Terms(-channel_id, channel_id, interaction.user.id, **({"clock": NO_CLOCK} | wishes))
        match = await self._begun(terms, str(interaction.id))
        try:
            await answer.note(locale.text("dm.started", number=match.id, game=game_name(locale, match.game.key)))
        finally:
            self.computers.moved(match)

    async def _begun(self, terms: Terms, key: str) -> Match:
        """Opened and started at once: no other player is waited for."""
        made = await self.bot.referee.gatherings.open(terms, key)
        return made if isinstance(made, Match) else await self.bot.referee.gatherings.start(made.id, terms.host_id)

    async def against_computer(self, answer: Answer, game: str, level: str | None) -> None:
        """Start a game with a computer, where `/challenge` would allow one."""
        interaction, size = answer.interaction, None if GAMES[game].is_cooperative else TWO
        wishes: dict[str, Any] = {"game": game, "size": size, "clock": NO_CLOCK, "computers": (level or "",)}
        if interaction.guild_id is None:
            await self._begin_in_dm(answer, await meet(self.bot, interaction), wishes)
            return
        server = await server_for(self.bot, interaction)
        terms = Terms(server.guild_id, interaction.channel_id or 0, interaction.user.id, **wishes)
        await self.post(answer, await self._begun(terms, str(interaction.id)))

    # The message

    async def post(self, answer: Answer, made: Made) -> None:
        """As the answer. One that has started already is shown as its table."""
        if isinstance(made, Match):
            await self.tables.open_table(answer, made, is_answer=True)
            return
        locale = await public_locale(self.bot, made.guild_id)
        await post_as_answer(answer, made, await self._page(made), _calling(made, locale))
        await self._invite_by_dm(made.id)

    async def _post_from_afar(self, made: Made) -> None:
        if isinstance(made, Match):
            self.computers.moved(made)
        elif made.message_id is not None:
            await self.update(made.id)
        else:
            locale = await public_locale(self.bot, made.guild_id)
            await post_from_afar(self.bot, made, {**new_message(await self._page(made)), **_calling(made, locale)})
            await self._invite_by_dm(made.id)

    async def _invite_by_dm(self, gathering_id: int) -> None:
        """Also tell those a seat is kept for in private, if it is kept for days: a mention in a channel is soon far up.
        A player who cannot be reached has the mention."""
        row = await self.bot.referee.gatherings.get(gathering_id)
        if row.message_id is None or challenge_lasts(row.clock) <= CHALLENGE_LASTS:
            return
        for user_id in sorted(row.invited):
            person = await self.bot.store.people.get(user_id)
            if person is not None and person.notices is not Notices.DM:
                continue
            try:
                self.bot.gate.ask_leave(NEW_DM)
                channel = await self.bot.create_dm(discord.Object(user_id))
                await channel.send(**new_text(await self._invitation(row, user_id)))
            except UNREACHED as error:
                log.info("gathering %d: an invited person got no DM: %s", row.id, cause_of(error))

    async def _invitation(self, row: GatheringRow, user_id: int) -> str:
        locale = await private_locale(self.bot, user_id)
        return locale.text(
            "gathering.invitation",
            host=plain(await person_name(self.bot, row.host_id, locale)),
            game=game_name(locale, row.game),
            clock=locale.text(CLOCK_NAMES[row.clock]),
            link=_link(row),
            time=f"<t:{row.expires_at // 1000}:R>",
        )

    async def _show(self, answer: Answer, gathering_id: int, made: Made) -> None:
        """Replace the pressed message by the gathering as it stands; then post the table, if the game has begun."""
        try:
            await self._replace(answer, gathering_id)
        except UNREACHED as error:
            if not isinstance(made, Match):
                raise
            log.warning("gathering %d still looks open: %s", gathering_id, cause_of(error))
        if isinstance(made, Match):
            await self.tables.open_table(answer, made)

    async def _replace(self, answer: Answer, gathering_id: int) -> None:
        """Under a lock, so that the last edit shows the newest state."""
        async with self._lock(gathering_id):
            row = await self.bot.referee.gatherings.get(gathering_id)
            await answer.replace(await self._page(row))
            with tolerating_store_errors("gathering", row.id):
                await self.bot.store.gatherings.shown(row.id, row.revision)

    async def catch_up(self) -> None:
        """Update the messages of those that expired, or changed while Discord did not take an edit."""
        for gathering_id in await self.bot.store.gatherings.behind():
            await self.update(gathering_id)

    async def update(self, gathering_id: int) -> None:
        """Edit the message; if Discord does not take it now, a later sweep retries."""
        async with self._lock(gathering_id):
            row = await self.bot.referee.gatherings.get(gathering_id)
            message = self.bot.get_partial_messageable(row.channel_id).get_partial_message(row.message_id or 0)
            try:
                self.bot.gate.ask_leave(row.channel_id, is_edit=True)
                await message.edit(**edited_message(await self._page(row)))
            except UNREACHED as error:
                if self.bot.gate.is_passing(error):
                    return  # for now; the next sweep tries again
                log.info("gathering %d has no message any more", row.id)
            await self.bot.store.gatherings.shown(row.id, row.revision)

    async def _page(self, row: GatheringRow) -> Page:
        locale = await public_locale(self.bot, row.guild_id)
        return gathering_page(await gathering_view_of(self.bot, row, locale), locale)

    async def show_open(self, answer: Answer, locale: Locale) -> None:
        """What is open in this server, where the asker can see it."""
        interaction = answer.interaction
        if interaction.guild_id is None:
            raise Refusal("only_in_a_server")
        rows = await self.bot.store.gatherings.open_in(interaction.guild_id, self.bot.referee.now())
        seen = [row for row in rows if may_see(interaction.user, self.bot.get_channel(row.channel_id))]
        views = [(await gathering_view_of(self.bot, row, locale), _link(row)) for row in seen]
        await answer.private(open_gatherings_page(views, locale))

    def _is_me(self, person: Person) -> bool:
        return self.bot.user is not None and person.id == self.bot.user.id

    async def _meet(self, interaction: discord.Interaction, opponent: Person) -> int:
        """Discord accepts any user as an option; one who is not in the server has no member object."""
        if not isinstance(opponent, discord.Member):
            raise Refusal("not_a_member")
        if opponent.bot:
            raise Refusal("bot_opponent")
        locale = await public_locale(self.bot, interaction.guild_id or 0)
        await introduce(self.bot, opponent, locale.language)
        return opponent.id


async def _set_option(gatherings: GatheringService, user_id: int, control: Control) -> Made:
    name, _, wanted = control.argument.partition("=")
    return await gatherings.set_option(control.number, user_id, name, is_on=wanted == ON)


async def _change_computers(gatherings: GatheringService, user_id: int, control: Control) -> Made:
    change = gatherings.add_computer if control.argument == MORE else gatherings.remove_computer
    return await change(control.number, user_id, control.revision)


async def _remove(gatherings: GatheringService, user_id: int, control: Control) -> Made:
    """A forged argument is refused."""
    argument = control.argument
    if not argument.isdecimal() or int(argument) >= 2**63:
        raise Refusal("unknown_button")
    return await gatherings.remove(control.number, user_id, int(argument))


_PRESSES: dict[Verb, Callable[[GatheringService, int, Control], Awaitable[Made]]] = {
    Verb.ACCEPT: lambda gatherings, user_id, control: gatherings.sit(control.number, user_id),
    Verb.DECLINE: lambda gatherings, user_id, control: gatherings.decline(control.number, user_id),
    Verb.LEAVE: lambda gatherings, user_id, control: gatherings.leave(control.number, user_id),
    Verb.CANCEL: lambda gatherings, user_id, control: gatherings.cancel(control.number, user_id),
    Verb.BEGIN: lambda gatherings, user_id, control: gatherings.start(control.number, user_id),
    Verb.OPTION: _set_option,
    Verb.COMPUTERS: _change_computers,
    Verb.REMOVE: _remove,
}


def _link(row: GatheringRow) -> str:
    return f"https://discord.com/channels/{row.guild_id}/{row.channel_id}/{row.message_id}"


def _check_ratable(wishes: dict[str, Any], server: ServerRow) -> None:
    """A wish for a rated game is refused where it cannot be one. Without a wish, it is rated where it can be."""
    if not wishes.get("is_rated"):
        return
    if wishes["clock"] == NO_CLOCK:
        raise Refusal("clockless_unrated")
    if not server.has_ratings:
        raise Refusal("ratings_off")


def _calling(row: GatheringRow, locale: Locale) -> dict[str, Any]:
    """Mention the people a seat is kept for, and only them."""
    invited = [seat.user_id for seat in row.seats if seat.user_id in row.invited]
    if not invited:
        return {}
    mentions = discord.AllowedMentions(users=[discord.Object(user_id or 0) for user_id in invited])
    called = "gathering.call_again" if row.rematch_of is not None else "gathering.call"
    names = ", ".join(f"<@{user_id}>" for user_id in invited)
    return {"content": locale.text(called, mentions=names), "allowed_mentions": mentions}
