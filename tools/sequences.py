"""Counts the turns of Le Duel (perft): what the rules allow, checked and timed."""

from bot.games.le_duel.position import Position, legal_places


def count_sequences(position: Position) -> tuple[int, ...]:
    """Perft: the number of ordered legal sequences of 1, 2, … placements, up to the hand's size."""
    counts = [0] * len(position.hand)
    layer = {position: 1}
    for depth in range(len(position.hand)):
        deeper: dict[Position, int] = {}
        for here, ways in layer.items():
            for place in legal_places(here):
                there = here.after(place)
                deeper[there] = deeper.get(there, 0) + ways
        counts[depth] = sum(deeper.values())
        layer = deeper
    return tuple(counts)
