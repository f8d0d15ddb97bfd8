"""Names of files that people look at."""

import pytest

from service.files.names import local, look_name, plain


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Autumn cup", "autumn-cup"),
        ("  Žofie’s Cup, 3rd night!  ", "zofie-s-cup-3rd-night"),
        ("中秋 Cup", "cup"),
        ("中秋杯", "spades"),
        ("", "spades"),
        ('"; ../x\r\nSet-Cookie: a', "x-set-cookie-a"),
        ("long " * 20, "long-long-long-long-long-long-long-long"),
    ],
)
def test_a_title_becomes_plain_letters(title: str, name: str) -> None:
    assert plain(title, "spades") == name


def test_a_name_has_what_it_is_the_day_and_the_end_of_the_id() -> None:
    assert look_name("spades", "2026-11-29", "home-brqdmis3wmgkkz7f", "html") == "spades-2026-11-29-kz7f.html"


def test_a_time_is_that_of_the_table_also_at_the_ends_of_the_calendar() -> None:
    assert f"{local(253_402_300_799_999, 60):%Y-%m-%d}" == "9999-12-31"
    assert f"{local(0, -60):%Y-%m-%d}" == "1969-12-31"
