"""The scripts of the pages without a browser: their types, and the functions that need no page."""
