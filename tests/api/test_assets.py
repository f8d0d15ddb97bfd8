"""Static files are compressed, and browsers may keep them until they change. A page gets its sheets and its modules as packs."""

import gzip
import re
from collections.abc import Iterator

import pytest
from flask import Flask
from flask.testing import FlaskClient

from service import packs
from service.web import assets

FILES = sorted(path.relative_to(assets.FOLDER).as_posix() for path in assets.FOLDER.rglob("*") if path.is_file())
PACKED = {"Accept-Encoding": "br, gzip"}


@pytest.fixture
def visitor(app: Flask) -> FlaskClient:
    return app.test_client()


def versioned(path: str) -> str:
    return f"/assets/{assets.version()}/{path}"


def test_every_file_is_served_as_it_is_on_disk(visitor: FlaskClient) -> None:
    assert FILES
    for path in FILES:
        for address in (f"/static/{path}", versioned(path)):
            plain, packed = visitor.get(address), visitor.get(address, headers=PACKED)
            assert plain.data == (assets.FOLDER / path).read_bytes()
            assert (gzip.decompress(packed.data) if packed.headers.get("Content-Encoding") == "gzip" else packed.data) == plain.data
            assert len(packed.data) <= len(plain.data)


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("js/dom.js", "text/javascript; charset=utf-8"),
        ("css/base.css", "text/css; charset=utf-8"),
        ("icon.svg", "image/svg+xml"),
    ],
)
def test_each_static_file_is_served_with_its_content_type(visitor: FlaskClient, path: str, kind: str) -> None:
    assert visitor.get(versioned(path)).headers["Content-Type"] == kind


def test_a_static_file_requested_by_its_current_version_may_be_cached_for_a_year(visitor: FlaskClient) -> None:
    answer = visitor.get(versioned("js/dom.js"), headers=PACKED)
    assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert answer.headers["Vary"] == "Accept-Encoding"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Content-Security-Policy"] == "default-src 'none'; frame-ancestors 'none'"


@pytest.mark.parametrize("address", ["/static/js/dom.js", "/assets/000000000000/js/dom.js"])
def test_a_cached_static_file_requested_without_its_current_version_must_be_revalidated(visitor: FlaskClient, address: str) -> None:
    first = visitor.get(address, headers=PACKED)
    assert first.headers["Cache-Control"] == "public, no-cache"
    again = visitor.get(address, headers={**PACKED, "If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")
    other = visitor.get(address, headers={"If-None-Match": first.headers["ETag"]})
    assert other.status_code == 200, "the uncompressed file has another entity tag"


@pytest.mark.parametrize(
    "address", ["/static/none.js", "/static/js", "/static/../pages.py", "/static/%2e%2e/pages.py", "/assets/1/none.js"]
)
def test_a_request_for_a_missing_static_file_is_answered_with_not_found(visitor: FlaskClient, address: str) -> None:
    assert visitor.get(address).status_code == 404


def test_a_page_links_to_one_sheet_and_to_two_scripts(visitor: FlaskClient) -> None:
    """The script that tells of faults is not packed with the others."""
    page = visitor.get("/games/new").get_data(as_text=True)
    assert re.findall(r'<script type="module" src="(.*?)">', page) == [versioned("js/faults.js"), versioned("js/newgame+focus.js")]
    assert re.findall(r'<link rel="stylesheet" href="(.*?)">', page) == [versioned("css/base+controls+look+pages+picker+newgame.css")]


def test_every_link_of_a_page_to_a_static_file_leads_to_one(visitor: FlaskClient) -> None:
    for page in pages(visitor):
        links = re.findall(r'[^"&;]*/(?:assets|static)/[^"&]*', page)
        assert len(links) > 3
        assert [link for link in links if not link.startswith("/assets/") or visitor.get(link).status_code != 200] == []


def pages(visitor: FlaskClient) -> Iterator[str]:
    """Yield the pages that need no record."""
    for path in (
        "/",
        "/games",
        "/games/new",
        "/tournaments",
        "/tournaments/new",
        "/systems",
        "/systems/box",
        "/join",
        "/import",
        "/practice",
    ):
        yield visitor.get(path).get_data(as_text=True)


def test_every_pack_of_a_page_is_served_and_may_be_cached_for_a_year(visitor: FlaskClient) -> None:
    linked = {link for page in pages(visitor) for link in re.findall(r'(?:src|href)="([^"]+\+[^"]+)"', page)}
    assert {link.rpartition(".")[2] for link in linked} == {"js", "css"}
    for link in linked:
        plain, packed = visitor.get(link), visitor.get(link, headers=PACKED)
        assert plain.status_code == 200
        assert gzip.decompress(packed.data) == plain.data
        assert packed.headers["Cache-Control"] == "public, max-age=31536000, immutable"
        assert packed.headers["Content-Security-Policy"] == "default-src 'none'; frame-ancestors 'none'"
        assert (
            packed.headers["Content-Type"]
            == visitor.get(versioned("js/dom.js" if link.endswith(".js") else "css/base.css")).headers["Content-Type"]
        )


def test_a_pack_of_sheets_has_their_rules_in_order(visitor: FlaskClient) -> None:
    def rules(text: str) -> str:
        return " ".join(re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL).split())

    sheets = [path for path in FILES if path.startswith("css/")][::-1][:15]
    names = "+".join(path.removeprefix("css/").removesuffix(".css") for path in sheets)
    served = visitor.get(versioned(f"css/{names}.css")).get_data(as_text=True)
    assert rules(served) == rules("\n".join(assets.text(path) for path in sheets))


@pytest.mark.parametrize(
    "name",
    [
        *("js/dom+none.js", "js/dom+dom.js", "js/+dom.js", "js/dom+css/base.js", "css/base+../icon.css", "none/a+b.js", "a+b.js", "+"),
        *("js/dom.after.game+focus.js", "js/none.after.game+focus.js", "js/around.after.game.js", "css/look.after.base+felt.css"),
    ],
)
def test_a_pack_of_missing_files_is_not_found(visitor: FlaskClient, name: str) -> None:
    assert visitor.get(versioned(name)).status_code == 404


def test_a_second_pack_has_what_the_first_has_not(visitor: FlaskClient) -> None:
    first, second = (visitor.get(versioned(f"js/{name}.js")).get_data(as_text=True) for name in ("game+focus", "around.after.game+focus"))
    assert 'import("./around.after.game+focus.js")' in first
    assert second.startswith('import { $modules } from "./game+focus.js";\n$modules["js/')
    had, has = (set(re.findall(r'^(?:try \{)?\$modules\["([^"]+)"\] = ', text, re.MULTILINE)) for text in (first, second))
    assert had | has == packs.modules(["js/game.js", "js/focus.js", "js/around.js"], assets.text).keys()
    assert not had & has
    line = second.split("\n").index("export class Around {".removeprefix("export ")) + 1
    assert assets.origin("js/around.after.game+focus.js", line, assets.version())[0] == "js/around.js"


def test_a_second_pack_of_another_version_is_not_found(visitor: FlaskClient) -> None:
    """It would be that of this version, and the first pack of the page is not."""
    assert visitor.get("/assets/000000000000/js/game+focus.js").status_code == 200
    assert visitor.get("/assets/000000000000/js/around.after.game+focus.js").status_code == 404


def source(path: str) -> list[str]:
    return assets.text(path).split("\n")


def test_a_line_of_a_pack_leads_to_the_line_of_its_module(visitor: FlaskClient) -> None:
    path = "js/game+focus.js"
    lines = visitor.get(versioned(path)).get_data(as_text=True).split("\n")
    places = [(line, *assets.origin(path, number, assets.version())) for number, line in enumerate(lines, 1)]
    told = {(module, line) for line, module, at in places if module != path and line in map(str.strip, source(module)[at - 1 : at])}
    assert {module for module, _ in told} >= {"js/game.js", "js/focus.js", "js/dom.js"}
    assert ("js/desk.js", "#undo() {") in told
    assert assets.origin(path, 1, assets.version()) == (path, 1)
    assert assets.origin(path, 500, "0" * 12) == (path, 500), "the line of a former version is not known"


GIVEN = {
    "js/a.js": """/** What it does. */
import {
  one, two as second,
} from "./lib/b.js";
import "./c.js";
import * as all from "./c.js";
// A note.
export const sum = one + second;
  /* longer
     note */ export async function run() {
  return "// no note";
}
""",
    "js/lib/b.js": "export const one = 1;\nexport const two = 2;\n",
    "js/c.js": "export class C {}\n",
}
EXPECTED = """const $modules = {};
$modules["js/lib/b.js"] = (() => {
const one = 1;
const two = 2;

return { one, two }; })();
$modules["js/c.js"] = (() => {
class C {}

return { C }; })();
try {$modules["js/a.js"] = (() => {

const { one, two: second, } = $modules["js/lib/b.js"];



const all = $modules["js/c.js"];

const sum = one + second;

async function run() {
return "// no note";
}

return { sum, run }; })();} catch (error) { reportError(error); }"""


def test_a_pack_has_the_lines_of_its_modules_each_after_those_that_it_imports() -> None:
    assert packs.script(["js/a.js"], GIVEN.__getitem__).text == EXPECTED


def test_a_module_that_is_loaded_later_is_in_a_second_pack() -> None:
    texts = {**GIVEN, "js/page.js": 'import { one } from "./lib/b.js";\nexport const load = () => import("./a.js");\n'}
    assert packs.script(["js/page.js"], texts.__getitem__).text.startswith("export const $modules = {};\n")
    assert 'import("./a.after.page.js")' in packs.script(["js/page.js"], texts.__getitem__).text
    second = packs.later("js/a.js", ["js/page.js"], texts.__getitem__)
    assert [path for _, path in second.starts] == ["js/c.js", "js/a.js"]
    assert second.text.split("\n")[-1] == 'export const { sum, run } = $modules["js/a.js"];'
    with pytest.raises(KeyError):
        packs.later("js/c.js", ["js/page.js"], texts.__getitem__)
    with pytest.raises(ValueError, match=re.escape("js/c.js cannot be packed")):
        packs.later("js/a.js", ["js/page.js"], {**texts, "js/c.js": 'export const more = () => import("./d.js");\n'}.__getitem__)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('import "./b.js";', "modules import each other: js/a.js → js/b.js → js/a.js"),
        ("export default 1;", "js/a.js cannot be packed: export default 1;"),
        ('export { one } from "./c.js";', "js/a.js cannot be packed: export { one } from"),
        ("export let count = 0;", "js/a.js cannot be packed: export let"),
        ('import C from "./c.js";', "js/a.js cannot be packed: import C"),
        ('import { C } from "elsewhere";', "js/a.js cannot be packed: import { C }"),
    ],
)
def test_a_module_of_another_form_is_refused(text: str, why: str) -> None:
    texts = {"js/a.js": text, "js/b.js": 'import "./a.js";', "js/c.js": "export class C {}"}
    with pytest.raises(ValueError, match=re.escape(why)):
        packs.script(["js/a.js"], texts.__getitem__)
