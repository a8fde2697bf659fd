"""The games that can be played, by the name they bear in addresses and rows."""

from collections.abc import Mapping
from typing import Any

from tracker.rules.kernel import Game
from tracker.rules.raid import RAID

GAMES: Mapping[str, Game[Any]] = {game.name: game for game in (RAID,)}
