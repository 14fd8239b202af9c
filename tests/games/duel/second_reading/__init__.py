"""x"""
from tests.games.duel.second_reading.cards import load_cards, read_cards, read_decks
from tests.games.duel.second_reading.game import Ending, Game
from tests.games.duel.second_reading.records import DiffersError, follow, play_random
