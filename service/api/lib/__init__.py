"""What the API's resources share: reading bodies and fields, conditional requests, cursors, rights, the contract (the OpenAPI document)."""
