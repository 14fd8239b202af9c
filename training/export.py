"""Writes learned evaluations in the bot's format (`bot.players.le_duel.network`): whole numbers, one row a feature."""

import json
from collections.abc import Mapping
from pathlib import Path

import numpy as np

from bot.players.le_duel.network import FORMAT, ONE
from training.calibrate import Calibration
from training.net import Floats, Net
from training.population import STYLES, Population


def write(population: Population, calibrations: Mapping[str, Calibration], path: Path) -> None:
    evaluations = {name: _evaluation(net, name, calibrations[name]) for name, net in population.nets.items()}
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({"format": FORMAT, "evaluations": evaluations}, separators=(",", ":")) + "\n")


def _evaluation(net: Net, name: str, calibration: Calibration) -> dict[str, object]:
    style = STYLES[name]
    return {
        "card": style.card,
        "help": style.help,
        "calibration": [round(calibration.slope, 4), round(calibration.offset, 4)],
        "hidden": [_whole(row) for row in net.scaled],
        "bias": _whole(net.bias),
        "out": [round(float(weight), 6) for weight in net.out],
        "level": round(float(net.level[0]), 6),
    }


def _whole(weights: Floats) -> list[int]:
    return [int(weight) for weight in np.rint(weights * ONE)]
