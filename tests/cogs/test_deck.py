"""`/deck` and `/cards` through the real bot: every button, menu and dialogue, in both languages, after
restarts, pressed twice, late and by others; and decks brought to games."""

import asyncio
import json
import re
from typing import Any

import pytest

from bot.edge.interactions import answers
from bot.games.duel import collection
from bot.games.duel.sets import current_set
from bot.referee.decks import MOST_DECKS, DeckService
from bot.table.decks.addresses import Editing, Op, deck_control
from bot.table.decks.gallery_pages import LONGEST_WORD, Filter, Look, gallery_control
from bot.table.game.choices import letters
from tests.support.world import World, answers_of, button, buttons, is_private, menus, press, said, text_of

STARTERS = current_set().starters
LINE = re.compile(r"`(duel-base-[0-9]+-[a-z0-9]+)`")


def op_of(custom_id: str) -> str:
    return custom_id.split(":")[4].split("/")[1]


def found(message: Any, op: str) -> str:
    """The custom id of the enabled button or menu of this operation."""
    ids = [custom_id for custom_id, one in buttons(message).items() if not one.disabled]
    ids += [menu.custom_id for menu in menus(message)]
    ours = (custom_id for custom_id in ids if custom_id.split(":")[1] in ("deck", "cards"))
    return next(custom_id for custom_id in ours if op_of(custom_id) == op)


async def opened(world: World, person: Any, **options: Any) -> Any:
    shown = await person.slash(world.channel, "deck", **options)
    assert is_private(shown)
    return shown.response


async def tap(person: Any, message: Any, op: str) -> Any:
    return await person.click(message, custom_id=found(message, op))


async def choose(person: Any, message: Any, op: str, *places: int) -> Any:
    return await person.select(message, [letters(place) for place in places], custom_id=found(message, op))


async def fill(person: Any, message: Any, op: str, **values: str) -> Any:
    return await person.submit_modal(await tap(person, message, op), values)


async def decks_of(world: World, person: Any) -> list[Any]:
    return await world.bot.store.decks.of(person.id, "duel")


async def make_mine(world: World, person: Any, starter: int = 0) -> Any:
    """A copy of a starter; returns its page."""
    message = await opened(world, person)
    await choose(person, message, Op.STARTERS, starter)
    await tap(person, message, Op.NEW)
    return message


async def test_the_first_look(world: World) -> None:
    message = await opened(world, world.alice)
    assert message.flags.ephemeral
    told = text_of(message)
    assert "None yet" in told
    assert "The Blade, The Rampart, The Pack, The Shadow, The Oath" in told
    world.languages[world.bob.id] = "fr"
    told = text_of(await opened(world, world.bob))
    assert "Aucun pour l’instant" in told
    assert "L’Ombre" in told


async def test_a_starter_is_looked_at_and_made_mine(world: World) -> None:
    message = await opened(world, world.alice)
    await choose(world.alice, message, Op.STARTERS, 2)
    assert "The Pack" in text_of(message)
    assert "2 Grey Wolf" in text_of(message)
    await tap(world.alice, message, Op.NEW)
    (deck,) = await decks_of(world, world.alice)
    assert (deck.name, deck.cards) == ("The Pack 2", dict(STARTERS["pack"].deck))
    assert "Ready to be played" in text_of(message)
    assert "**25 cards**" in text_of(message)


async def test_a_deck_is_built_from_nothing(world: World) -> None:
    message = await opened(world, world.alice)
    await tap(world.alice, message, Op.NEW)
    told = text_of(message)
    assert "A deck has 25 cards; this one has 0." in told
    assert "at least one blood card" in told
    await choose(world.alice, message, Op.ADD, 0, 1)
    assert "**Blood** (2): 1 Quick Blood, 1 Hot Blood" in text_of(message)
    await world.alice.click(message, label="×3")
    await choose(world.alice, message, Op.ADD, 0, 1)
    assert "4 Quick Blood, 1 Hot Blood" in text_of(message), "a unique card stays one"
    await world.alice.click(message, label="Attack")
    assert "×3" in str(menus(message)[0].placeholder), "the number stays"
    await choose(world.alice, message, Op.ADD, 0, 1, 2, 3, 4, 5, 6)
    assert "**26 cards**" in text_of(message)
    assert "A deck has 25 cards; this one has 26." in text_of(message)
    await world.alice.click(message, label="×1")
    await choose(world.alice, message, Op.TAKE, 6)
    await tap(world.alice, message, Op.SHOW)
    assert "Ready to be played" in text_of(message)
    (deck,) = await decks_of(world, world.alice)
    assert collection.faults(deck.cards, {}) == []
    assert deck.name == "New deck"


async def test_a_choice_counts_once(world: World) -> None:
    message = await opened(world, world.alice)
    await tap(world.alice, message, Op.NEW)
    adding = found(message, Op.ADD)
    data = {"custom_id": adding, "component_type": 3, "values": ["a"]}
    for _ in range(3):
        assert is_private(await world.forge_data(world.alice, data, message))
    (deck,) = await decks_of(world, world.alice)
    assert deck.cards == {"quick-blood": 1}
    new = deck_control("duel", Op.NEW, revision=0).custom_id()
    assert is_private(await world.forge(world.alice, new, message))
    assert len(await decks_of(world, world.alice)) == 1, "the button of a page from before"


async def test_everything_survives_a_restart(world: World) -> None:
    message = await opened(world, world.alice)
    for op in (Op.NEW, Op.SHOW, Op.COPY, Op.EDIT, Op.SHOW, Op.LIST):
        await world.restart()
        await tap(world.alice, message, op)
    await world.restart()
    await choose(world.alice, message, Op.OPEN, 1)
    assert "New deck 2" in text_of(message)
    asked = await tap(world.alice, message, Op.RENAME)
    await world.restart()
    await world.alice.submit_modal(asked, {"name": "Renamed"})
    assert "Renamed" in text_of(message)
    await tap(world.alice, message, Op.EDIT)
    await world.restart()
    await choose(world.alice, message, Op.ADD, 0)
    await world.restart()
    await tap(world.alice, message, Op.SHOW)
    await tap(world.alice, message, Op.DELETE)
    await world.restart()
    await tap(world.alice, message, Op.DELETE_SURE)
    assert [deck.name for deck in await decks_of(world, world.alice)] == ["New deck"]


async def test_names(world: World) -> None:
    message = await make_mine(world, world.alice)
    asked = await tap(world.alice, message, Op.RENAME)
    await world.alice.submit_modal(asked, {"name": "**loud** `x` [a](http://b.c) <@1> @everyone"})
    (embed,) = message.embeds  # Markdown is rendered here, and not in the alt text
    shown = f"{embed.title} {embed.description}"
    assert "**loud**" not in shown
    assert r"\*\*loud\*\*" in shown
    assert "@everyone" not in shown
    long = "_" * 100
    await world.alice.submit_modal(await tap(world.alice, message, Op.RENAME), {"name": long})
    assert (await decks_of(world, world.alice))[0].name == long
    await fill(world.alice, message, Op.RENAME, name="la lame")
    assert "Another deck has this name" in text_of(message)
    await fill(world.alice, message, Op.RENAME, name=" \u202e ")
    assert "needs a name that can be read" in text_of(message)
    assert (await decks_of(world, world.alice))[0].name == long
    exported = await tap(world.alice, message, Op.EXPORT)
    assert r"\_\_" in said(exported)


async def test_thirty_decks(world: World) -> None:
    decks = world.bot.referee.gatherings.decks
    for _ in range(MOST_DECKS):
        await decks.create(world.alice.id, "duel", "*" * 100, {}, newest=None)
    message = await opened(world, world.alice)
    assert len(menus(message)) == 3, "25 decks, 5 decks, the starters"
    last = menus(message)[1]
    await world.alice.select(message, [letters(4)], custom_id=last.custom_id)
    assert r"\* 30" in text_of(message)
    await tap(world.alice, message, Op.COPY)
    assert "no room for more" in text_of(message)
    await tap(world.alice, message, Op.LIST)
    await tap(world.alice, message, Op.NEW)
    assert "no room for more" in text_of(message)
    assert len(await decks_of(world, world.alice)) == MOST_DECKS
    offered = await world.alice.autocomplete(world.channel, "deck", "deck", "")
    assert len(offered) == 25


async def test_the_usual_deck(world: World) -> None:
    message = await make_mine(world, world.alice)
    await tap(world.alice, message, Op.USUAL)
    assert "Your usual deck" in text_of(message)
    await make_mine(world, world.alice, 1)
    await tap(world.alice, message, Op.LIST)
    assert "⭐ The Blade 2" in text_of(message)
    await choose(world.alice, message, Op.OPEN, 0)
    await tap(world.alice, message, Op.USUAL)
    assert "Your usual deck" not in text_of(message)
    assert not any(deck.is_usual for deck in await decks_of(world, world.alice))


async def test_deletion_is_asked_about(world: World) -> None:
    message = await make_mine(world, world.alice)
    await tap(world.alice, message, Op.DELETE)
    assert "Delete the deck **The Blade 2**?" in text_of(message)
    sure = found(message, Op.DELETE_SURE)
    await tap(world.alice, message, Op.SHOW)
    assert len(await decks_of(world, world.alice)) == 1
    await tap(world.alice, message, Op.DELETE)
    await tap(world.alice, message, Op.DELETE_SURE)
    assert "deleted" in text_of(message)
    again = await world.forge(world.alice, sure, message)
    assert "not there any more" in said(again)
    assert await decks_of(world, world.alice) == []


async def test_export_and_import(world: World) -> None:
    message = await make_mine(world, world.alice, 3)
    exported = await tap(world.alice, message, Op.EXPORT)
    assert is_private(exported)
    line = LINE.search(said(exported))
    assert line is not None
    world.languages[world.bob.id] = "fr"
    imported = await opened(world, world.bob, **{"import": line[1]})
    assert "Importé" in text_of(imported)
    (his,) = await decks_of(world, world.bob)
    assert (his.name, his.cards) == ("Paquet importé", dict(sorted(STARTERS["shadow"].deck.items())))
    await tap(world.bob, imported, Op.LIST)
    await fill(world.bob, imported, Op.IMPORT, line="3 Taille, 2 estoc", name="À la main")
    assert "À la main" in text_of(imported)
    assert (await decks_of(world, world.bob))[1].cards == {"slash": 3, "thrust": 2}
    await choose(world.bob, await opened(world, world.bob), Op.STARTERS, 0)


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("duel-base-2-aaaa", "is damaged"),
        ("duel-base-77-aaaa", "cards I do not know (base 77)"),
        ("duel-base-2-" + "a" * 400, "is too long"),
        ("3 excalibur", "no card called"),
        ("99 slash", "no room for more than 60"),
        ('{"slash": -1}', "cannot read this deck"),
        ("x" * 4000, "no card called"),
    ],
)
async def test_an_import_that_is_wrong_says_what(world: World, line: str, fault: str) -> None:
    asked = await world.alice.slash(world.channel, "deck", **{"import": line})
    assert is_private(asked)
    assert fault in said(asked)
    message = await opened(world, world.alice)
    await fill(world.alice, message, Op.IMPORT, line=line, name="")
    assert fault in text_of(message)
    assert await decks_of(world, world.alice) == []


async def test_nobody_reaches_anothers_decks(world: World) -> None:
    message = await make_mine(world, world.alice)
    before = await decks_of(world, world.alice)
    (deck,) = before
    his = await opened(world, world.bob)
    for op in Op:
        for detail in ("", str(Editing(0, 1, collection.version())), "on", "blade", "9" * 15):
            custom_id = deck_control("duel", op, deck.id, deck.revision, detail).custom_id()
            pressed = await world.forge(world.bob, custom_id, his)
            assert is_private(pressed), custom_id
            assert "The Blade 2" not in said(pressed), custom_id
            data = {"custom_id": custom_id, "component_type": 3, "values": ["a"]}
            assert "The Blade 2" not in said(await world.forge_data(world.bob, data, his)), custom_id
    assert await decks_of(world, world.alice) == before
    assert "The Blade 2" in text_of(message)


@pytest.mark.parametrize(
    "argument",
    ["", "duel", "duel/", "duel/nothing/", "le-duel/list/", "nothing/list/", "duel/starter/excalibur", "duel/open/x"],
)
async def test_forged_controls_are_answered(world: World, argument: str) -> None:
    message = await opened(world, world.alice)
    for values in ([], ["a"], ["zz"], ["a", "b"], ["?"]):
        data = {"custom_id": f"arb:deck:0:0:{argument}", "component_type": 3, "values": values}
        assert is_private(await world.forge_data(world.alice, data, message))
        data = {"custom_id": f"arb:cards:0:0:{argument}", "component_type": 3, "values": values}
        assert is_private(await world.forge_data(world.alice, data, message))
    assert await decks_of(world, world.alice) == []


async def test_menus_of_other_cards_are_not_believed(world: World) -> None:
    """A section or a set that is not there, or more entries than were offered."""
    message = await opened(world, world.alice)
    await tap(world.alice, message, Op.NEW)
    (deck,) = await decks_of(world, world.alice)
    version = collection.version()
    for editing in (Editing(99, 1, version), Editing(0, 1, version + 1), "0.1", "x.y.z", "٣.1.2", "-1.1.2"):
        for values in (["a"], ["z"], ["a", "zz"]):
            custom_id = deck_control("duel", Op.ADD, deck.id, 0, editing).custom_id()
            data = {"custom_id": custom_id, "component_type": 3, "values": values}
            assert is_private(await world.forge_data(world.alice, data, message))
    assert (await decks_of(world, world.alice))[0].cards == {}


async def test_a_named_deck_opens_at_once(world: World) -> None:
    await make_mine(world, world.alice)
    assert "The Blade 2" in text_of(await opened(world, world.alice, deck="the blade 2"))
    assert "everybody has it" in text_of(await opened(world, world.alice, deck="la meute"))
    assert "not there any more" in text_of(await opened(world, world.alice, deck="nothing"))


# The gallery


async def test_the_gallery_and_its_filters(world: World) -> None:
    message: Any = (await world.alice.slash(world.channel, "cards")).response
    assert f"{len(collection.cards())} cards" in text_of(message)
    await tap(world.alice, message, Look.PAGE)
    assert "Page 2 of" in text_of(message)
    await choose(world.alice, message, Look.KIND, 5)
    await choose(world.alice, message, Look.SLOT, 1)
    assert "Dagger" in text_of(message)
    assert "Greatsword" not in text_of(message)
    await choose(world.alice, message, Look.COST, 3)
    assert "Rapier" in text_of(message)
    assert "Dagger" not in text_of(message)
    assert [menu.placeholder for menu in menus(message)][:3] == ["Equipment", "one hand", "Cost 2"]
    await fill(world.alice, message, Look.WORD, word="SHIELD: or/not")
    assert "0 cards" in text_of(message)
    await fill(world.alice, message, Look.WORD, word="shield")
    assert "1 card with `shield`" in text_of(message)
    await world.restart()
    await choose(world.alice, message, Look.CARD, 0)
    assert "The first card of the player that an opponent would wound" in text_of(message)
    assert "In the starters: " in text_of(message) or "In no starter" in text_of(message)
    await tap(world.alice, message, Look.PAGE)
    assert "1 card with `shield`" in text_of(message), "back where it was"
    await world.alice.click(message, label="All cards")
    assert f"{len(collection.cards())} cards" in text_of(message)


async def test_a_card_by_name_in_the_readers_language(world: World) -> None:
    world.languages[world.alice.id] = "fr"
    offered = await world.alice.autocomplete(world.channel, "cards", "card", "epe")
    assert {choice["name"] for choice in offered} >= {"Épervier"}
    first, *_ = await world.alice.autocomplete(world.channel, "cards", "card", "loup")
    assert first["name"] == "Loup gris"
    shown = await world.alice.slash(world.channel, "cards", card=offered[0]["value"])
    assert is_private(shown)
    assert "Épervier" in said(shown)
    assert "Équipement (familier, 1\u00a0PV) · coût 1" in said(shown)
    assert "Grey Wolf" not in said(await world.alice.slash(world.channel, "cards", card="grey wolf"))
    assert "Loup gris" in said(await world.alice.slash(world.channel, "cards", card="grey wolf"))
    assert "Dans les paquets de départ\u00a0: La Meute ×2" in said(
        await world.alice.slash(world.channel, "cards", card="grey-wolf")
    )
    world.languages[world.alice.id] = "en-GB"
    assert "cards with `familiar`" in said(await world.alice.slash(world.channel, "cards", card="familiar"))
    assert "0 cards" in said(await world.alice.slash(world.channel, "cards", card="x" * 3000))


def test_every_control_of_the_gallery_has_room() -> None:
    for look in Look:
        control = gallery_control("the-game", look, 10**6, Filter(20, 20, 20, "w" * LONGEST_WORD))
        assert len(control.argument) <= 40
        assert len(control.custom_id()) <= 100


# Decks brought to games


async def duel(world: World, **options: Any) -> Any:
    shown = await world.challenge(game="duel", **options)
    return answers_of(shown)[-1]


async def test_a_challenge_offers_decks_where_the_game_takes_one(world: World) -> None:
    await make_mine(world, world.alice)
    await world.bot.referee.gatherings.decks.create(world.alice.id, "duel", "Half", {"slash": 2}, newest=None)
    offered = await world.alice.autocomplete(world.channel, "challenge", "deck", "", game="duel")
    assert [choice["name"] for choice in offered][:3] == ["The Blade 2", "⚠️ Half", "The Blade"]
    assert len(offered) == 7
    assert not await world.alice.autocomplete(world.channel, "challenge", "deck", "", game="le-duel")
    assert not await world.alice.autocomplete(world.channel, "challenge", "deck", "")
    world.languages[world.bob.id] = "fr"
    offered = await world.bob.autocomplete(world.channel, "challenge", "deck", "ombre", game="duel")
    assert [(choice["name"], choice["value"]) for choice in offered] == [("L’Ombre", "shadow")]


async def test_accepting_brings_the_usual_deck_and_the_dialogue_another(world: World) -> None:
    decks = world.bot.referee.gatherings.decks
    his = await decks.create(world.bob.id, "duel", "Bob’s pack", STARTERS["pack"].deck, newest=None)
    await decks.set_usual(world.bob.id, his.id, is_usual=True)
    gathering = await duel(world, deck="the oath")
    assert button(gathering, "cut") is not None
    assert "Accept with …" in {one.label for one in buttons(gathering).values()}
    await press(world.bob, gathering, "accept")
    match = await world.match(1)
    assert match.row.options["decks"] == [dict(sorted(STARTERS[key].deck.items())) for key in ("oath", "pack")]
    for number, typed in enumerate(("bob's PACK", "le rempart", collection.export(STARTERS["shadow"].deck)), start=2):
        gathering = await duel(world)
        await world.bob.submit_modal(await press(world.bob, gathering, "cut"), {"deck": typed, "cut": "word"})
        match = await world.match(number)
        wanted = ("pack", "rampart", "shadow")[number - 2]
        assert match.row.options["decks"][1] == dict(sorted(STARTERS[wanted].deck.items()))
        assert match.row.seats[1].cut == "word"


async def test_a_deck_that_is_not_legal_is_refused_in_private(world: World) -> None:
    decks = world.bot.referee.gatherings.decks
    for person in (world.alice, world.bob):
        half = await decks.create(person.id, "duel", "Half", {"slash": 2}, newest=None)
        await decks.set_usual(person.id, half.id, is_usual=True)
    refused = await world.challenge(game="duel")
    assert is_private(refused)
    assert "Your usual deck cannot be played yet" in said(refused)
    assert "This deck of yours cannot be played" in said(await world.challenge(game="duel", deck="half"))
    gathering = await duel(world, deck="blade")
    refused = await press(world.bob, gathering, "accept")
    assert is_private(refused)
    assert "Your usual deck cannot be played yet" in said(refused)
    await world.bob.submit_modal(await press(world.bob, gathering, "cut"), {"deck": "The Pack", "cut": ""})
    assert (await world.match(1)).row.options["decks"][1] == dict(sorted(STARTERS["pack"].deck.items()))


async def test_everybody_sees_the_lists_of_a_game(world: World) -> None:
    gathering = await duel(world, deck="pack")
    assert "Grey Wolf" not in text_of(gathering), "or whoever accepts could choose an answer to it"
    await press(world.bob, gathering, "accept")
    for person in (world.alice, world.bob, world.chloe):
        lists = await press(person, world.table(), "decks")
        assert is_private(lists)
        told = said(lists)
        assert "**Alice** · 25 cards" in told
        assert "2 Grey Wolf" in told
        assert "**Bob** · 25 cards" in told
    world.languages[world.chloe.id] = "fr"
    await world.restart()
    assert "2 Loup gris" in said(await press(world.chloe, world.table(), "decks"))
    elsewhere = world.env.create_guild("Elsewhere")
    stranger = elsewhere.add_member(world.env.create_user("zed", global_name="Zed"))
    room = elsewhere.create_text_channel("room")
    message = (await stranger.slash(room, "deck")).response
    assert "Grey Wolf" not in said(await world.forge(stranger, "arb:decks:1:0:", message))


async def test_a_game_without_decks_has_no_lists(world: World) -> None:
    await world.duel()
    assert button(world.table(), "decks") is None
    assert is_private(await world.forge(world.alice, "arb:decks:1:0:", world.table()))
    assert is_private(await world.forge(world.alice, "arb:decks:9:0:", world.table()))


async def test_decks_are_in_the_copy_and_gone_after_deletion(world: World) -> None:
    message = await make_mine(world, world.alice)
    await fill(world.alice, message, Op.RENAME, name="Abracadabra")
    asked: Any = await world.alice.slash(world.channel, "privacy")
    copied: Any = await world.alice.click(asked.response, label="Get a copy")
    (file,) = copied.response.attachments
    (deck,) = json.loads(await file.read())["decks"]
    assert deck["name"] == "Abracadabra"
    question: Any = await world.alice.click(asked.response, label="Delete everything")
    await world.alice.click(question.response, label="Yes, delete everything about me")
    assert await decks_of(world, world.alice) == []
    assert b"Abracadabra" not in (world.folder / "arbitre.sqlite3").read_bytes()


async def test_decks_are_built_in_direct_messages_too(world: World) -> None:
    alice = world.alice.user
    message: Any = (await alice.slash("deck")).response
    await alice.click(message, custom_id=found(message, Op.NEW))
    await alice.select(message, ["a"], custom_id=found(message, Op.ADD))
    assert "1 Quick Blood" in text_of(message)
    gallery: Any = (await alice.slash("cards", card="raven")).response
    assert "In the starters: The Pack ×1" in text_of(gallery)


async def test_a_late_answer_is_the_same_page(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    message = await make_mine(world, world.alice)
    monkeypatch.setattr(answers, "PATIENCE", 0.0)
    newest = DeckService.newest

    async def slowly(service: DeckService, user_id: int) -> int:
        await asyncio.sleep(0.05)
        return await newest(service, user_id)

    monkeypatch.setattr(DeckService, "newest", slowly)
    await tap(world.alice, message, Op.EDIT)
    assert "Editing The Blade 2" in text_of(message)
    assert "The Blade 2" in text_of(await opened(world, world.alice))
