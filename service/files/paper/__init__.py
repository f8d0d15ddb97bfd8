"""Documents on A4 or Letter paper, as PDF: the score sheet of a game, and the lists of a tournament. Like pictures, they show what a
viewer gets and know no game by name. The same content gives the same bytes.

    fonts.py        where letters are found that our own fonts lack
    document.py     a document: lines of text, tables and codes, from the top of a page to the bottom
    game.py         the score sheet
    tournament.py   standings and pairings

The library takes a third of a second to load. So only who makes a document imports these modules. docs/decisions/files.md says why.
"""

from typing import Final

SIZES: Final = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
"""The sizes of paper, in millimetres: width and height."""
NOT_PRINTED: Final = "is only for the format pdf"
WHAT_SIZE: Final = "The paper of the format `pdf`; a4 by default."
