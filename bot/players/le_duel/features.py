"""Feature layout of the learned evaluation: the index of each input, shared by training and `network`. Constants only.

A position is seen by the player who has just placed, before drawing. A descending pile is mirrored to an ascending one
(card c becomes 61 - c), so each pile is described the same way: by the cards above its top.
"""

from itertools import accumulate

MIRROR = 61
NEAR = 16  # cards up to this far above a top have one feature each
MAX_DISTANCE = NEAR
MAX_GIFT = 13  # larger gifts share a feature
MAX_DEAD = 4
DEAD_STEPS = (1, 2, 3, 4, 6, 8, 12)
SIZE_STEPS = (1, 2, 3, 5, 9, 17)
TEMPO_FROM = 3  # turns before a player's tempo is defined
MAX_TEMPO = 41
LEAD_OFFSET = 60

# features of an own pile
TOP = 0
HAND_NEAR = 1
HAND_FAR = HAND_NEAR + NEAR
HAND_JUMP = HAND_FAR + 1
DRAW_JUMP = HAND_JUMP + 1
PAIR_NEAR = DRAW_JUMP + 1  # in hand together with the card ten below
DRAW_TO_HAND = PAIR_NEAR + NEAR  # a card in the draw pile from which a card in hand jumps back
HAND_TO_DRAW = DRAW_TO_HAND + 1
DRAW_NEAR = HAND_TO_DRAW + 1
DRAW_FAR = DRAW_NEAR + NEAR
NEAREST = DRAW_FAR + 1
SECOND = NEAREST + MAX_DISTANCE + 1
_OWN_WIDTH = SECOND + MAX_DISTANCE + 1

# features of an opponent's pile
THEIR_TOP = 0
UNSEEN_NEAR = 1
UNSEEN_FAR = UNSEEN_NEAR + NEAR
UNSEEN_JUMP = UNSEEN_FAR + 1
UNSEEN_PAIRS = UNSEEN_JUMP + 1
IS_BASE = UNSEEN_PAIRS + 1
_THEIR_WIDTH = IS_BASE + 1

_HELP_WIDTH = MAX_GIFT + 1
_SIZES = 7  # a hand of 0 to 6

_WIDTHS = (
    *(_OWN_WIDTH, _OWN_WIDTH, _THEIR_WIDTH, _THEIR_WIDTH, _HELP_WIDTH, _HELP_WIDTH),
    *(MAX_DEAD + 1, 1, len(DEAD_STEPS) + 1, _SIZES, _SIZES, 1, len(SIZE_STEPS) + 1),
    *(1, len(DEAD_STEPS) + 1, _SIZES, 1, len(SIZE_STEPS) + 1, 1, 1),
)
(
    OWN_UP,
    OWN_DOWN,
    THEIR_UP,
    THEIR_DOWN,
    HELP_UP,
    HELP_DOWN,
    DEAD_HAND,
    DEAD_DRAW,
    DEAD,
    PENDING,
    HAND_SIZE,
    DRAW_SIZE,
    DRAW_STEP,
    THEIR_DEAD_COUNT,
    THEIR_DEAD,
    THEIR_HAND,
    THEIR_DRAW,
    THEIR_DRAW_STEP,
    THEIR_TEMPO,
    LEAD,
    WIDTH,
) = accumulate(_WIDTHS, initial=0)
