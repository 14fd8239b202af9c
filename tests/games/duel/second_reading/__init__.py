"""A second implementation of DUEL, written from the numbered rules (DU1 to DU41) alone, as a test oracle.

Nothing of `bot` may enter: the two implementations must stay independent. `follow` replays a record from its JSON and
raises `DiffersError` at the first action, shuffle or result that the rules do not give; `play_random` makes records.

Where the rules leave something open, this is what was read. Comments in the code name these entries.

[A1]  Notation, `@seat`: seats are counted from 0, as in a record's actions.
[A2]  Notation, lists of legal actions: resigning, timing out and leaving are not in them. Their order means nothing.
[A3]  DU8, DU10: both phases are always asked, even where `end` alone is legal (an empty hand).
[A4]  DU12, "names an opponent": anywhere in `effect`, conditions, counts and choosers included (Rally), `when` not.
[A5]  DU2, "plain blood": neither `unique` nor with a `when`. A blood card that is not unique but acts: three at most.
[A6]  DU13, `modify.cost`: all modifiers are added up, then the sum is not below 0.
[A7]  DU13, a cost of several moves that choose (throws, strips): the payment lists their cards move by move, in that
      order; forced cards are written too, stripped ones as well. Within a move any order is legal.
[A8]  DU13 and DU36: in sudden death a cost that heals cannot be paid.
[A9]  DU17, "at random": nothing is shuffled where all candidates are taken; they move in the order of DU17. The shuffle
      of a pick belongs to the seat whose cards they are.
[A10] DU24, "`max` times a turn for each copy in the deck": `max` times the copies, for all copies of a card together,
      each `when` apart; copies cannot be told apart in a record.
[A11] DU24: a piece's `max` is used up as the trigger is queued. Each `when` and each `instead` counts apart.
[A12] DU24: several `when` of one piece that hear the same event act in written order.
[A13] DU25: a piece that is itself stripped to be wounded no longer lies there: its own `instead` does not save it, its
      own `card_wounded` does not hear it.
[A14] DU22, `this_thrown`, "not wounded": what counts is where the card went. Thrown to be wounded but discarded
      instead (DU25) or for a familiar (DU28), it hears `this_thrown`. Thrown to be kept, refilled or equipped too.
[A15] DU22, `card_wounded` with `who = "opponent"`: a card of any seat but the owner's, wounded by an effect of any seat
      but that card's, the owner's included.
[A16] DU28: asked before the cards are chosen, for each phrase done (in `times` each time), also where the pile is
      empty; not where "all" is no card. `strips and wounds` asks too, and the familiar is no candidate.
[A17] DU28: the count belongs to the familiar as it lies; equipped again or replaced, it starts at 0.
[A18] DU36, sudden death's wound from the discard: its top card, nothing is shuffled.
[A19] DU30 and DU24: the card that makes a seat lose is heard by the equipment of the others before the seat is out.
[A20] DU41: who goes out while paying a cost: the effect has not begun and is not done, the card is not played (DU12.6).
[A21] DU41: who goes out in the effect of their own card: the rest is done without what names them; no `card_played`.
      That includes what others do in it ("opponent draws and wounds 1" is done).
[A22] DU28 and DU41: where the seat that would aim is out, nothing is asked and the player is meant.
[A23] DU41: queued triggers of a seat that is out are dropped ("they do nothing more"); one that has begun goes on as in
      [A21]. A queued trigger whose opponent is out acts without what names the opponent.
[A24] DU41: "names" includes the chooser ("chosen by player") and a condition's or a count's seat; an `if` that names a
      seat that is out does neither branch. A `choose` is asked as long as the chooser is in, whatever its branches do.
[A25] DU41 and DU7: who goes out at the start of their turn by sudden death has no `turn_start`; the queue is emptied.
[A26] DU3: a hand above a limit that has shrunk stays; nothing more is kept until it is below.
[A27] DU17, "this card": of equipment the piece itself, if it still lies there; of a hand any one copy of the card.
[A28] DU19: a trigger without anything to do, or whose opponent is out, counts as one that acts.
[A29] DU9: with `modify.draw` below -5 nothing is drawn. The shuffle then still happens if the draw pile is empty.
[A30] DU17, `choose` of a single branch: asked all the same (`option=1`).
[A31] DU41, `choose` pending for one seat while another leaves: the question stays.
"""

from tests.games.duel.second_reading.cards import Card, CardError, load_cards, most_copies, read_cards, read_decks
from tests.games.duel.second_reading.game import Game
from tests.games.duel.second_reading.legal import LEAVING, legal, refusal
from tests.games.duel.second_reading.position import Ending
from tests.games.duel.second_reading.records import DiffersError, act, actors, follow, play_random
from tests.games.duel.second_reading.table import Piece

__all__ = [
    "LEAVING",
    "Card",
    "CardError",
    "DiffersError",
    "Ending",
    "Game",
    "Piece",
    "act",
    "actors",
    "follow",
    "legal",
    "load_cards",
    "most_copies",
    "play_random",
    "read_cards",
    "read_decks",
    "refusal",
]
