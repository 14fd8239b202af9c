"""A sheet of all cards and decks in both languages as one HTML page, to print and cut out. Nothing is fetched."""

import base64
import io
from collections.abc import Iterator
from html import escape

from bot.drawing.emblems import emblem
from bot.games.duel.cards import Card, CardSet, Starter
from bot.games.duel.texts import card_text, type_line
from bot.games.duel.words import LANGUAGES
from bot.table.pictures.duel.faces import face_of

_STYLE = """
@page { size: A4; margin: 10mm }
body { font: 8.5pt/1.2 sans-serif; margin: 0; color: #111 }
main { display: grid; grid-template-columns: repeat(3, 63mm); gap: 0 }
article { box-sizing: border-box; width: 63mm; height: 88mm; border: 1px solid #888; border-top: 4mm solid var(--kind);
  padding: 2mm 3mm; overflow: hidden; break-inside: avoid; display: flex; flex-direction: column; gap: 1.5mm }
h2 { font-size: 11pt; margin: 0 }
p { margin: 0 }
img { flex: 0 1 15mm; min-height: 0; align-self: center; object-fit: contain } section { flex: none }
.kind { font-size: 7.5pt; color: #444 }
section + section { border-top: 1px dotted #888; padding-top: 1.5mm }
.attack { --kind: #a33 } .defence { --kind: #375 } .strategy { --kind: #357 } .equipment { --kind: #864 }
.blood { --kind: #600 }
.decks { break-before: page; padding: 5mm } .decks li { margin-bottom: 2mm }
"""
_PIXELS, _INK = 130, (51, 51, 51)


def sheet(cards: CardSet) -> str:
    return "\n".join(_page(cards)) + "\n"


def _page(cards: CardSet) -> Iterator[str]:
    yield "<!doctype html>"
    yield '<html lang="en"><head><meta charset="utf-8">'
    yield f"<title>DUEL: {escape(cards.name)}, version {cards.version}</title><style>{_STYLE}</style></head>"
    yield "<body><main>"
    yield from map(_card, cards.cards.values())
    yield '</main><div class="decks"><ul>'
    yield from (_deck(starter, cards) for starter in cards.starters.values())
    yield "</ul></div></body></html>"


def _card(card: Card) -> str:
    sides = "".join(_side(card, one) for one in LANGUAGES)
    return f'<article class="{card.type}" id="{card.id}">{_picture(card)}{sides}</article>'


def _picture(card: Card) -> str:
    data = io.BytesIO()
    emblem(face_of(card, "en").emblem, _PIXELS, _INK).save(data, "PNG", optimize=True)
    return f'<img alt="" src="data:image/png;base64,{base64.b64encode(data.getvalue()).decode()}">'


def _side(card: Card, language: str) -> str:
    name, kind, text = card.names[language], type_line(card, language), card_text(card, language)
    return (
        f'<section lang="{language}"><h2>{escape(name)}</h2><p class="kind">{escape(kind)}</p>'
        f"<p>{escape(text)}</p></section>"
    )


def _deck(starter: Starter, cards: CardSet) -> str:
    names = " · ".join(escape(starter.names[language]) for language in LANGUAGES)
    listed = ", ".join(
        f"{number} {escape(' / '.join(cards.cards[card].names[language] for language in LANGUAGES))}"
        for card, number in starter.deck.items()
    )
    return f"<li><strong>{names}</strong>: {listed}</li>"
