"""What `faceup serve` and `faceup link` print for the owner: where Faceup serves, how phones reach it, and a link that signs in."""

from collections.abc import Iterator

from service.config import ANYWHERE, Config
from service.qr import in_terminal
from service.running.front_door import reachable, url
from service.running.installed import FOR_PHONES
from service.running.owner import link


def welcome(config: Config, token: str | None, *, terminal: bool = False) -> str:
    """Return the message to show when the API answers. `token`: an owner's new token; None: there is none to show. `terminal`: whether the
    message is printed in a terminal, so that a QR code can be drawn."""
    lines = [f"Faceup serves at {url(config)}", for_phones(config), *for_tablets(config)]
    if token is None:
        return "\n".join([*lines, "Sign in with one of your links; `faceup link` prints a new one."])
    first, *code = link_lines(config, token, terminal=terminal)
    return "\n".join([*lines, f"This link makes you the owner of club home; keep it to yourself: {first}", *code])


def for_phones(config: Config) -> str:
    """Return a sentence that says how phones reach the service."""
    addresses = tuple(reachable(config))
    if not addresses and config.public_url is None and config.host in ANYWHERE:
        return "Phones cannot open this address: this machine is in no network."
    if not addresses:
        return f"Phones cannot open this address. To let phones in your network in, stop with Ctrl-C and run `{FOR_PHONES}`."
    if config.public_url is not None:
        return "Phones can open this address too."
    others = f", or another address of this machine: {', '.join(addresses[1:])}" if addresses[1:] else ""
    return f"Phones in the same network can open this address{others}."


def for_tablets(config: Config) -> Iterator[str]:
    """Yield a sentence that says how the club's own devices get HTTPS, if there is any."""
    if config.https_port:
        yield f"HTTPS for the tablets of your club, so that a table survives a reload: {url(config)}/https explains it."


def link_lines(config: Config, token: str, *, terminal: bool) -> Iterator[str]:
    """Yield the link that signs in with `token`. In a terminal, and if phones can open the link, yield a QR code of it too."""
    made = link(url(config), token)
    yield made
    if terminal and next(reachable(config), None):
        yield "Or scan this code with your phone:"
        yield in_terminal(made)
