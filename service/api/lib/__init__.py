"""The machinery that the resources share: bodies, fields, conditional requests, cursors, rights, and the contract."""
