"""The words of card texts, by language. No grammar beyond singular and plural: `texts` puts them together."""

from collections.abc import Mapping
from dataclasses import dataclass

from bot.games.duel.language import Pile, Who

ENGLISH, FRENCH = "en", "fr"
LANGUAGES = (ENGLISH, FRENCH)


@dataclass(frozen=True, slots=True)
class Words:
    """One language. Verbs are in the third person, then the infinitive, by pile; nouns in the singular and plural."""

    subject: Mapping[Who, str]
    of: Mapping[Who, str]
    takes: Mapping[Pile, tuple[str, str]]
    puts: Mapping[Pile, tuple[str, str]]
    conjunction: str
    all: Mapping[Pile, str]
    this: str
    cards: tuple[str, str]
    kinds: Mapping[str, tuple[str, str]]  # cards of a type or slot
    types: Mapping[str, str]
    slots: Mapping[str, str]
    at_random: str
    chosen_by: Mapping[Who, str]
    counted: Mapping[Pile, tuple[str, str]]
    places: Mapping[Pile, tuple[str, str]]  # after the noun
    wounded: tuple[str, str]  # after cards of a type that are wounded
    signs: Mapping[str, str]  # {n} and the noun
    compared: Mapping[str, tuple[str, str]]  # before and after the noun
    has: str
    if_: str
    else_: str
    then: str
    chooses: Mapping[Who, str]
    or_: str
    nothing: str
    each: str
    shuffles: str
    events: Mapping[tuple[str, Who], str]
    plays: Mapping[str | None, str]
    times: tuple[str, str]  # once a turn; {n} times a turn
    instead: tuple[str, str]
    sources: Mapping[Pile | None, str]
    draw: tuple[str, str]
    limit: str
    cost: tuple[str, str]  # less, more
    plural_types: Mapping[str, str]
    labels: Mapping[str, str]


_EN = Words(
    subject={Who.PLAYER: "the player", Who.OPPONENT: "the opponent"},
    of={Who.PLAYER: "of the player", Who.OPPONENT: "of the opponent"},
    takes={
        Pile.DRAW: ("draws", "draw"),
        Pile.HAND: ("throws", "throw"),
        Pile.DISCARD: ("recovers", "recover"),
        Pile.EQUIPMENT: ("strips", "strip"),
        Pile.WOUNDS: ("heals", "heal"),
    },
    puts={
        Pile.DRAW: ("refills", "refill"),
        Pile.HAND: ("keeps", "keep"),
        Pile.DISCARD: ("discards", "discard"),
        Pile.EQUIPMENT: ("equips", "equip"),
        Pile.WOUNDS: ("wounds", "wound"),
    },
    conjunction="and",
    all={
        Pile.DRAW: "the whole draw pile",
        Pile.HAND: "their whole hand",
        Pile.DISCARD: "the whole discard",
        Pile.EQUIPMENT: "all equipment",
        Pile.WOUNDS: "all wounds",
    },
    this="this card",
    cards=("card", "cards"),
    kinds={
        "attack": ("attack", "attacks"),
        "defence": ("defence", "defences"),
        "strategy": ("strategy", "strategies"),
        "equipment": ("equipment card", "equipment cards"),
        "blood": ("blood card", "blood cards"),
        "one_hand": ("one-hand card", "one-hand cards"),
        "two_hands": ("two-hand card", "two-hand cards"),
        "armour": ("armour", "armours"),
        "boots": ("pair of boots", "pairs of boots"),
        "familiar": ("familiar", "familiars"),
        "stance": ("stance", "stances"),
        "ring": ("ring", "rings"),
        "cloak": ("cloak", "cloaks"),
        "head": ("headgear", "headgears"),
    },
    types={
        "attack": "Attack",
        "defence": "Defence",
        "strategy": "Strategy",
        "equipment": "Equipment",
        "blood": "Blood",
    },
    slots={
        "one_hand": "one hand",
        "two_hands": "two hands",
        "armour": "armour",
        "boots": "boots",
        "familiar": "familiar",
        "stance": "stance",
        "ring": "ring",
        "cloak": "cloak",
        "head": "head",
    },
    at_random="at random",
    chosen_by={Who.PLAYER: "chosen by the player", Who.OPPONENT: "chosen by the opponent"},
    counted={
        Pile.DRAW: ("card", "cards"),
        Pile.HAND: ("card", "cards"),
        Pile.DISCARD: ("card", "cards"),
        Pile.EQUIPMENT: ("card", "cards"),
        Pile.WOUNDS: ("wound", "wounds"),
    },
    places={
        Pile.DRAW: (" in the draw pile",) * 2,
        Pile.HAND: (" in hand",) * 2,
        Pile.DISCARD: (" in the discard",) * 2,
        Pile.EQUIPMENT: (" equipped",) * 2,
        Pile.WOUNDS: ("",) * 2,
    },
    wounded=(" in the wounds",) * 2,
    signs={">=": "at least {n} {noun}", ">": "more than {n} {noun}", "<=": "at most {n} {noun}"},
    compared={">=": ("at least as many", "as"), ">": ("more", "than"), "<=": ("at most as many", "as")},
    has="has",
    if_="if",
    else_="; otherwise",
    then="then",
    chooses={Who.PLAYER: "the player chooses: ", Who.OPPONENT: "the opponent chooses: "},
    or_="or",
    nothing="nothing",
    each="for each {noun} {subject} has{place}",
    shuffles="shuffles the draw pile",
    events={
        ("turn_start", Who.PLAYER): "at the start of the player’s turn",
        ("turn_start", Who.OPPONENT): "at the start of an opponent’s turn",
        ("turn_end", Who.PLAYER): "at the end of the player’s turn",
        ("turn_end", Who.OPPONENT): "at the end of an opponent’s turn",
        ("card_played", Who.PLAYER): "after the player plays {what}",
        ("card_played", Who.OPPONENT): "after an opponent plays {what}",
        ("card_wounded", Who.PLAYER): "when an opponent wounds a card of the player",
        ("card_wounded", Who.OPPONENT): "when an opponent’s card is wounded by another player",
        ("this_wounded", Who.PLAYER): "when an opponent wounds this card",
        ("this_thrown", Who.PLAYER): "when an opponent has this card thrown and not wounded",
    },
    plays={
        None: "a card",
        "attack": "an attack",
        "defence": "a defence",
        "strategy": "a strategy",
        "equipment": "equipment",
    },
    times=("once a turn", "up to {n} times a turn"),
    instead=(
        "The first card {source} an opponent would wound each turn is discarded instead.",
        "The first {n} cards {source} an opponent would wound each turn are discarded instead.",
    ),
    sources={
        None: "of the player that",
        Pile.DRAW: "of the player’s draw pile that",
        Pile.HAND: "of the player’s hand that",
        Pile.DISCARD: "of the player’s discard that",
        Pile.EQUIPMENT: "of the player’s equipment that",
    },
    draw=(
        "In the draw phase the player draws {n} more {cards}.",
        "In the draw phase the player draws {n} fewer {cards}.",
    ),
    limit="The player’s hand limit is {n}.",
    cost=("The player’s {what} cost {n} less.", "The player’s {what} cost {n} more."),
    plural_types={"attack": "attacks", "defence": "defences", "strategy": "strategies", "equipment": "equipment cards"},
    labels={
        "cost": "cost {n}",
        "price": "Cost: {what}.",
        "hp": "{n} HP",
        "reflex": "reflex",
        "unique": "unique",
        "aim": "With three or more players, the opponent is the one to the left.",
    },
)

_FR = Words(
    subject={Who.PLAYER: "le joueur", Who.OPPONENT: "l’adversaire"},
    of={Who.PLAYER: "du joueur", Who.OPPONENT: "de l’adversaire"},
    takes={
        Pile.DRAW: ("pige", "piger"),
        Pile.HAND: ("jette", "jeter"),
        Pile.DISCARD: ("récupère", "récupérer"),
        Pile.EQUIPMENT: ("dépouille", "dépouiller"),
        Pile.WOUNDS: ("guérit", "guérir"),
    },
    puts={
        Pile.DRAW: ("remplit", "remplir"),
        Pile.HAND: ("garde", "garder"),
        Pile.DISCARD: ("défausse", "défausser"),
        Pile.EQUIPMENT: ("équipe", "équiper"),
        Pile.WOUNDS: ("blesse", "blesser"),
    },
    conjunction="et",
    all={
        Pile.DRAW: "toute la pige",
        Pile.HAND: "toute sa main",
        Pile.DISCARD: "toute la défausse",
        Pile.EQUIPMENT: "tout l’équipement",
        Pile.WOUNDS: "toutes les blessures",
    },
    this="cette carte",
    cards=("carte", "cartes"),
    kinds={
        "attack": ("attaque", "attaques"),
        "defence": ("défense", "défenses"),
        "strategy": ("stratégie", "stratégies"),
        "equipment": ("carte équipement", "cartes équipement"),
        "blood": ("carte sang", "cartes sang"),
        "one_hand": ("carte à une main", "cartes à une main"),
        "two_hands": ("carte à deux mains", "cartes à deux mains"),
        "armour": ("armure", "armures"),
        "boots": ("carte bottes", "cartes bottes"),
        "familiar": ("carte familier", "cartes familier"),
        "stance": ("garde", "gardes"),
        "ring": ("carte anneau", "cartes anneau"),
        "cloak": ("cape", "capes"),
        "head": ("coiffe", "coiffes"),
    },
    types={
        "attack": "Attaque",
        "defence": "Défense",
        "strategy": "Stratégie",
        "equipment": "Équipement",
        "blood": "Sang",
    },
    slots={
        "one_hand": "une main",
        "two_hands": "deux mains",
        "armour": "armure",
        "boots": "bottes",
        "familiar": "familier",
        "stance": "garde",
        "ring": "anneau",
        "cloak": "cape",
        "head": "tête",
    },
    at_random="au hasard",
    chosen_by={Who.PLAYER: "au choix du joueur", Who.OPPONENT: "au choix de l’adversaire"},
    counted={
        Pile.DRAW: ("carte", "cartes"),
        Pile.HAND: ("carte", "cartes"),
        Pile.DISCARD: ("carte", "cartes"),
        Pile.EQUIPMENT: ("carte", "cartes"),
        Pile.WOUNDS: ("blessure", "blessures"),
    },
    places={
        Pile.DRAW: (" dans la pige",) * 2,
        Pile.HAND: (" en main",) * 2,
        Pile.DISCARD: (" dans la défausse",) * 2,
        Pile.EQUIPMENT: (" équipée", " équipées"),
        Pile.WOUNDS: ("",) * 2,
    },
    wounded=(" blessée", " blessées"),
    signs={">=": "au moins {n} {noun}", ">": "plus de {n} {noun}", "<=": "au plus {n} {noun}"},
    compared={
        ">=": ("au moins autant de", "que"),
        ">": ("plus de", "que"),
        "<=": ("au plus autant de", "que"),
    },
    has="a",
    if_="si",
    else_="\u00a0; sinon",
    then="puis",
    chooses={Who.PLAYER: "au choix du joueur\u00a0: ", Who.OPPONENT: "au choix de l’adversaire\u00a0: "},
    or_="ou",
    nothing="rien",
    each="pour chaque {noun}{place} {of}",
    shuffles="brasse sa pige",
    events={
        ("turn_start", Who.PLAYER): "au début du tour du joueur",
        ("turn_start", Who.OPPONENT): "au début du tour d’un adversaire",
        ("turn_end", Who.PLAYER): "à la fin du tour du joueur",
        ("turn_end", Who.OPPONENT): "à la fin du tour d’un adversaire",
        ("card_played", Who.PLAYER): "après que le joueur a joué {what}",
        ("card_played", Who.OPPONENT): "après qu’un adversaire a joué {what}",
        ("card_wounded", Who.PLAYER): "quand un adversaire blesse une carte du joueur",
        ("card_wounded", Who.OPPONENT): "quand la carte d’un adversaire est blessée par un autre joueur",
        ("this_wounded", Who.PLAYER): "quand un adversaire blesse cette carte",
        ("this_thrown", Who.PLAYER): "quand un adversaire fait jeter cette carte sans la blesser",
    },
    plays={
        None: "une carte",
        "attack": "une attaque",
        "defence": "une défense",
        "strategy": "une stratégie",
        "equipment": "un équipement",
    },
    times=("une fois par tour", "jusqu’à {n} fois par tour"),
    instead=(
        "La première carte {source} qu’un adversaire blesserait à chaque tour est défaussée à la place.",
        "Les {n} premières cartes {source} qu’un adversaire blesserait à chaque tour sont défaussées à la place.",
    ),
    sources={
        None: "du joueur",
        Pile.DRAW: "de la pige du joueur",
        Pile.HAND: "de la main du joueur",
        Pile.DISCARD: "de la défausse du joueur",
        Pile.EQUIPMENT: "de l’équipement du joueur",
    },
    draw=(
        "À la phase de pige, le joueur pige {n} {cards} de plus.",
        "À la phase de pige, le joueur pige {n} {cards} de moins.",
    ),
    limit="La limite de la main du joueur est de {n}.",
    cost=("{what} du joueur coûtent {n} de moins.", "{what} du joueur coûtent {n} de plus."),
    plural_types={
        "attack": "Les attaques",
        "defence": "Les défenses",
        "strategy": "Les stratégies",
        "equipment": "Les équipements",
    },
    labels={
        "cost": "coût {n}",
        "price": "Coût\u00a0: {what}.",
        "hp": "{n}\u00a0PV",
        "reflex": "réflexe",
        "unique": "unique",
        "aim": "À trois joueurs ou plus, l’adversaire est celui de gauche.",
    },
)
WORDS = {ENGLISH: _EN, FRENCH: _FR}
