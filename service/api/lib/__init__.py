"""What the resources share: bodies, fields, conditional requests, cursors, rights, and the contract they are described in."""
