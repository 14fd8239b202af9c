"""Evaluation weights of The Game's computer by number of players: the rounded result of an evolutionary search over
games between computers. `python -m training.the_game` continues from these and prints what it found."""

from bot.players.the_game.score import Weights

_TEAM = Weights(
    narrow_room=0.7,
    unseen_jump=1.5,
    held_jump=0.0,
    ten_apart=1.0,
    lost_card=6.0,
    placed=3.0,
    keep_off=7.0,
    big_jump=0.6,
    fire=5.0,
)
_ALONE = Weights(
    narrow_room=0.67,
    unseen_jump=1.6,
    held_jump=0.5,
    ten_apart=1.0,
    lost_card=7.0,
    placed=1.8,
    keep_off=0.0,
    big_jump=0.0,
    fire=5.0,
)

WEIGHTS = {1: _ALONE, 2: _TEAM, 3: _TEAM, 4: _TEAM, 5: _TEAM}
