"""Serves `/https`, which explains how a club's own devices come to trust this machine, and the certificate that they install.

A device that opened the page over HTTPS has a cookie that says so. The links that are shared begin with the plain address, which every
phone can open; on such a device they go on over HTTPS (`join.js`). Who went past a warning instead of installing the certificate has the
cookie too: the page that is open over plain HTTP, where the way back leads, deletes it.
"""

from base64 import b64encode
from hashlib import sha256
from typing import Final

from flask import Response, make_response, render_template, request

from service.errors import not_found
from service.qr import drawn
from service.running import hall
from service.running.front_door import secured, url
from service.web import assets
from service.web.pages import blueprint
from service.wiring import wired

TRUSTS: Final = "faceup-trusts"
"""The cookie of a device that trusts the certificate. Its value is the certificate's."""
A_YEAR: Final = 365 * 24 * 3600


@blueprint.get("/https")
def https() -> Response:
    config, found = wired().config, hall.certificate(wired().config)
    offered = found is not None and config.https_port > 0
    here = f"{url(config)}/https"
    page = make_response(
        render_template(
            "https.html",
            secure=request.is_secure,
            here=here,
            code=f"data:image/svg+xml;base64,{b64encode(drawn(here)).decode()}",
            there=f"{secured(config)}/https" if offered else None,
            fingerprint=hall.fingerprint(found) if found else None,
        )
    )
    if found is not None and offered and request.is_secure:
        page.set_cookie(TRUSTS, _mark(found), max_age=A_YEAR, httponly=True, samesite="Lax")
    elif not request.is_secure:
        page.delete_cookie(TRUSTS, httponly=True, samesite="Lax")
    return page


@assets.blueprint.get("/https/faceup.crt")
def certificate() -> Response:
    found = hall.certificate(wired().config)
    if found is None:
        not_found()
    # not as an attachment: Safari and Firefox offer to install what they open themselves
    return Response(found, content_type="application/x-x509-ca-cert", headers={"Content-Disposition": 'inline; filename="faceup.crt"'})


@blueprint.app_template_global()
def https_instead() -> int | None:
    """Return the port to go on at, if this page is open over plain HTTP on a device that trusts the certificate."""
    mark, config = request.cookies.get(TRUSTS), wired().config
    if mark is None or request.is_secure or not config.https_port:
        return None
    found = hall.certificate(config)
    return config.https_port if found is not None and mark == _mark(found) else None


def _mark(found: bytes) -> str:
    return sha256(found).hexdigest()[:16]
