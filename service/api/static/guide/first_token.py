"""Whose token is this, and what may it do? Then makes a weaker token, for a program that only reads."""

from client import call

me, _ = call("GET", "/session")
print(f"club {me['club']}, rights: {', '.join(me['scopes'])}")

made, _ = call("POST", "/tokens", {"label": "scoreboard", "scopes": ["read"]})
print(f"a token that only reads: {made['token']}")
