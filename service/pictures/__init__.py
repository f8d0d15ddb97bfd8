"""Pictures of the card table, still ones as SVG and PNG, as large as the pictures of link previews, and moving ones as WebP. They draw
what a viewer is shown of a game (the answer to GET /games/{id}) and nothing else, and know no game by name. Pure, except that shapes and
fonts are read from files.

    shapes.py   what pages and pictures share: static/js/shapes.js
    texts.py    how wide a text is, and how it is written in SVG
    words.py    the sentence above the table, the title of a preview, what stands on a plate
    cards.py    cards, face up and face down
    table.py    the picture
    pixels.py   SVG to PNG, and to a moving picture in WebP

docs/decisions/files.md says why.
"""
