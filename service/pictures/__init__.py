"""Still pictures of the card table, as SVG and PNG, as large as the pictures of link previews. They draw what a viewer is shown of a game
(the answer to GET /games/{id}) and nothing else, and know no game by name. Pure, except that shapes and fonts are read from files.

    shapes.py   what pages and pictures share: static/js/shapes.js
    texts.py    how wide a text is, and how it is written in SVG
    words.py    the sentence above the table, the title of a preview, what stands on a plate
    cards.py    cards, face up and face down
    table.py    the picture
    pixels.py   SVG to PNG

docs/decisions/web-pictures.md says why.
"""
