"""How much one file may hold. Who reads a file refuses one that holds more, as early as it can be seen, and says the limit."""

from typing import Final

MOST_IN_A_RECORD: Final = 10_000
"""The most events in the record of a game, the opening included."""
MOST_IN_A_TOURNAMENT: Final = 50_000
"""The most events in the stream of a tournament."""
MOST_IN_A_CLUB: Final = 200_000
"""The most events in a club's own stream."""
MOST_LINES_OF_A_SHEET: Final = 200_000
MOST_IN_A_SHEET_LINE: Final = 4 * 2**20
"""The most characters in a line of a score sheet."""
