"""The code that the API's resources share: for reading bodies and fields, conditional requests, cursors, rights, and the contract."""
