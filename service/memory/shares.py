"""The shares of the kinds of values in a process's cache, in percent. A kind keeps its share although others need room. It may take
more while there is room (service/memory/cache.py).

The shares serve two ends. Small values that almost every request needs stay although large ones pass through. And a visitor who asks for
one thing after the other (every earlier version of a tournament, every replay) pushes only a part of what others need out of memory.
What has no share takes what is left: earlier versions and rounds of tournaments, which only such a visitor asks for in numbers.

A process has only some of these kinds. The sum for the API is 99, for a worker 74.
"""

from typing import Final

GAMES: Final = 40
"""Readings of games: the most work to make again, and the base of everything else about a game."""
UNCHECKED: Final = 10
"""Readings of games without checks of rules, in a worker, beside those of the validator."""
TOURNAMENTS: Final = 12
SEASONS: Final = 1
REPLAYS: Final = 6
PICTURES: Final = 2
"""Pictures of tables, a hundred kilobytes each; moving ones, three hundred."""
DELAYED: Final = 3
"""What spectators know of a delayed game; and again for the readings that it begins with."""
VERDICTS: Final = 4
STANDINGS: Final = 5
FORMER: Final = 4
"""Former states of tournaments. If a client's last state is missing, the client must get the whole tournament again."""
WAITING: Final = 3
"""Previews of results that wait for a director. Each preview computes the standings."""
OVERTAKEN: Final = 1
HEADS: Final = 2
"""Heads of streams; for games, tournaments and clubs each. They are small, and most appends need one: without it, an append takes one more
round trip."""
TOKENS: Final = 3
"""Tokens and their rights. Nearly every request needs one."""
USES: Final = 1
"""When tokens were last used. Without it, each request would write to Redis."""
NAMES: Final = 1
RENAMED: Final = 1
"""The last change of a name in each club, a hundred bytes each. Every conditional request needs one."""
UNCHANGED: Final = 1
"""Answers 304."""
