"""Settings from the environment: their defaults, and the sentence that explains each bad setting."""

from pathlib import Path

import pytest

from service.config import Config, ConfigError, without_password
from service.directory import DirectoryRefused
from service.limits import Limits

HOME = str(Path("~/.local/share/faceup").expanduser())


def test_every_setting_has_a_default() -> None:
    settings = Config.from_env({})
    assert settings == Config(
        data=Path(HOME), host="127.0.0.1", port=8000, redis_url=None, rq_redis_url=None, processes=2, workers=2, heavy=2, limits=Limits()
    )
    assert settings.store_url == settings.queue_url == f"unix://{HOME}/server.sock"


@pytest.mark.parametrize(
    ("environ", "data"),
    [
        ({"XDG_DATA_HOME": "/srv/data"}, "/srv/data/faceup"),
        ({"XDG_DATA_HOME": "srv/data"}, HOME),  # XDG: a relative path is ignored
        ({"XDG_DATA_HOME": ""}, HOME),
        ({"FACEUP_DATA": "/srv/club", "XDG_DATA_HOME": "/srv/data"}, "/srv/club"),
        ({"FACEUP_DATA": "club"}, str(Path.cwd() / "club")),
        ({"FACEUP_DATA": "~/club"}, str(Path("~/club").expanduser())),
    ],
)
def test_environment_variables_choose_the_data_folder(environ: dict[str, str], data: str) -> None:
    assert Config.from_env(environ).data == Path(data)


@pytest.mark.parametrize(
    ("environ", "store", "queue"),
    [
        ({"REDIS_URL": "redis://h:7/1"}, "redis://h:7/1", "redis://h:7/1"),
        ({"REDIS_URL": "redis://h:7/1", "RQ_REDIS_URL": "unix:///q"}, "redis://h:7/1", "unix:///q"),
        ({"FACEUP_DATA": "/d", "RQ_REDIS_URL": "rediss://q"}, "unix:///d/server.sock", "rediss://q"),
        ({"FACEUP_DATA": "/d e"}, "unix:///d%20e/server.sock", "unix:///d%20e/server.sock"),
    ],
)
def test_environment_variables_choose_the_redis_servers(environ: dict[str, str], store: str, queue: str) -> None:
    settings = Config.from_env(environ)
    assert (settings.store_url, settings.queue_url) == (store, queue)


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("PORT", "http", "PORT must be a whole number from 1 to 65535, not 'http'"),
        ("PORT", "0", "PORT must be a whole number from 1 to 65535, not '0'"),
        ("PORT", "65536", "PORT must be a whole number from 1 to 65535, not '65536'"),
        ("PORT", "-1", "PORT must be a whole number from 1 to 65535, not '-1'"),
        ("PORT", "٨٠٨٠", "PORT must be a whole number from 1 to 65535, not '٨٠٨٠'"),
        ("PORT", "9" * 5000, f"PORT must be a whole number from 1 to 65535, not '{'9' * 40}'"),
        ("FACEUP_PRACTICE", "no", "FACEUP_PRACTICE must be a whole number from 0 to 1, not 'no'"),
        ("HOST", "a b", "HOST must be an address or a host name such as 127.0.0.1, 0.0.0.0 or ::1, not 'a b'"),
        ("HOST", "[::1]", "HOST must be an address or a host name such as 127.0.0.1, 0.0.0.0 or ::1, not '[::1]'"),
        ("FACEUP_WORKERS", "65", "FACEUP_WORKERS must be a whole number from 1 to 64, not '65'"),
        ("FACEUP_RECORD_UNITS", "99", "FACEUP_RECORD_UNITS must be a whole number from 100 to 99999, not '99'"),
        ("FACEUP_LINK_UNITS", "9", "FACEUP_LINK_UNITS must be a whole number from 10 to 99999, not '9'"),
        ("FACEUP_PROCESSES", "two", "FACEUP_PROCESSES must be a whole number from 1 to 64, not 'two'"),
        ("FACEUP_CACHE_MB", "63", "FACEUP_CACHE_MB must be a whole number from 64 to 65535, not '63'"),
        ("FACEUP_BESIDE", "3", "FACEUP_BESIDE is called FACEUP_HEAVY_WORKERS now"),
        ("FACEUP_HEAVY_WORKERS", "65", "FACEUP_HEAVY_WORKERS must be a whole number from 0 to 64, not '65'"),
        ("FACEUP_RESERVE_MB", "0", "FACEUP_RESERVE_MB must be a whole number from 1 to 1000000, not '0'"),
        ("FACEUP_DATA", "/dev/null", "FACEUP_DATA must be a folder; /dev/null is a file"),
        ("FACEUP_DATA", "/a\nb", "FACEUP_DATA must be a printable path, not '/a\\nb'"),
        ("REDIS_URL", "localhost:6379", "REDIS_URL must be a URL such as redis://host:6379/0, rediss://… or unix:///path/of/socket"),
        ("REDIS_URL", "redis://h:99999", "REDIS_URL must be a URL such as redis://host:6379/0, rediss://… or unix:///path/of/socket"),
        ("FACEUP_COPIES", "10", "FACEUP_COPIES must be a whole number from 0 to 9, not '10'"),
        ("FACEUP_COPIES", "1", "FACEUP_COPIES must be 0 without REDIS_URL: Faceup's own server has no replicas"),
        ("FACEUP_URL", "faceup.example", "FACEUP_URL must be an address such as https://faceup.example, without a path"),
        ("FACEUP_URL", "https://h/faceup", "FACEUP_URL must be an address such as https://faceup.example, without a path"),
        ("FACEUP_URL", "https://a:b@h", "FACEUP_URL must be an address such as https://faceup.example, without a path"),
        ("FACEUP_URL", "https://h:99999", "FACEUP_URL must be an address such as https://faceup.example, without a path"),
        ("FACEUP_TOKEN_READS", "100000", "FACEUP_TOKEN_READS must be a whole number from 0 to 99999, not '100000'"),
        ("FACEUP_HEADER_SECONDS", "0", "FACEUP_HEADER_SECONDS must be a whole number from 1 to 99999, not '0'"),
        ("FACEUP_PROXIES", "proxy", "FACEUP_PROXIES must be addresses or networks such as 127.0.0.1,10.0.0.0/8, not 'proxy'"),
        ("FACEUP_PROXIES", "10.0.0.1/8", "FACEUP_PROXIES must be addresses or networks such as 127.0.0.1,10.0.0.0/8, not '10.0.0.1/8'"),
        ("FACEUP_HTTPS_PORT", "on", "FACEUP_HTTPS_PORT must be a whole number from 0 to 65535, not 'on'"),
        ("FACEUP_HTTPS_PORT", "8000", "FACEUP_HTTPS_PORT must be another port than PORT, not 8000"),
        ("FACEUP_SECRET", "secret", "FACEUP_SECRET must be 64 digits from 0 to f, as in the file `secret` of a data folder"),
        ("RQ_REDIS_URL", "unix://", "RQ_REDIS_URL must be a URL such as redis://host:6379/0, rediss://… or unix:///path/of/socket"),
    ],
)
def test_the_message_about_a_bad_setting_names_the_allowed_values(name: str, value: str, sentence: str) -> None:
    with pytest.raises(ConfigError) as refusal:
        Config.from_env({name: value})
    assert str(refusal.value) == sentence


def test_a_cluster_is_named_by_its_nodes_and_the_queue_is_never_on_it() -> None:
    settings = Config.from_env({"REDIS_URL": "redis+cluster://a:1,b", "RQ_REDIS_URL": "redis://q"})
    assert (settings.store_url, settings.queue_url, settings.copies) == ("redis+cluster://a:1,b", "redis://q", 1)
    assert Config.from_env(settings.as_env()) == settings
    queue = "RQ_REDIS_URL must name a server that is no cluster, such as redis://host:6379/0: the job queue cannot be on a cluster"
    nodes = "REDIS_URL must name nodes of a cluster, and no database, such as redis+cluster://host:6379,host:6379"
    for environ, sentences in [
        ({"RQ_REDIS_URL": "redis+cluster://a"}, queue),
        ({"REDIS_URL": "redis+cluster://a/3", "RQ_REDIS_URL": "redis://q"}, nodes),
        ({"REDIS_URL": "rediss+cluster://a:x,b", "RQ_REDIS_URL": "redis://q"}, nodes),
    ]:
        with pytest.raises(ConfigError) as refusal:
            Config.from_env(environ)
        assert str(refusal.value) == sentences
    without = Config.from_env({"REDIS_URL": "redis+cluster://a"})
    assert without.queue_url is None
    with pytest.raises(ConfigError, match=r"^RQ_REDIS_URL must name the server of the job queue, .* starts a server for the queue itself$"):
        without.required_queue_url()


@pytest.mark.parametrize(
    ("environ", "port"),
    [
        ({}, 0),
        ({"HOST": "0.0.0.0"}, 8443),
        ({"HOST": "::", "PORT": "9000"}, 9443),
        ({"HOST": "0.0.0.0", "PORT": "65500"}, 0),
        ({"HOST": "0.0.0.0", "FACEUP_URL": "https://h"}, 0),
        ({"HOST": "0.0.0.0", "FACEUP_HTTPS_PORT": "0"}, 0),
        ({"FACEUP_HTTPS_PORT": "8443"}, 8443),
    ],
)
def test_https_is_offered_where_phones_can_reach_the_service(environ: dict[str, str], port: int) -> None:
    settings = Config.from_env(environ)
    assert settings.https_port == port
    assert Config.from_env(settings.as_env()) == settings


def test_behind_a_proxy_there_is_no_https_of_our_own() -> None:
    with pytest.raises(ConfigError, match="FACEUP_HTTPS_PORT must be 0 with FACEUP_URL"):
        Config.from_env({"FACEUP_URL": "https://h", "FACEUP_HTTPS_PORT": "8443"})


def test_a_single_message_names_every_bad_setting() -> None:
    with pytest.raises(ConfigError) as refusal:
        Config.from_env({"PORT": "x", "REDIS_URL": "y", "HOST": "z z"})
    assert [line.split()[0] for line in str(refusal.value).splitlines()] == ["HOST", "PORT", "REDIS_URL"]


def test_a_child_process_gets_the_same_settings_as_its_parent() -> None:
    given = Config.from_env(
        {"PORT": "9", "HOST": "::1", "FACEUP_DATA": "/d", "RQ_REDIS_URL": "redis://q", "FACEUP_WORKERS": "3", "FACEUP_URL": "https://h/"}
        | {"FACEUP_CACHE_MB": "64", "FACEUP_PROXIES": "10.0.0.0/8, ::1", "FACEUP_ADDRESS_READS": "0", "FACEUP_IDLE_SECONDS": "5"}
        | {"FACEUP_RESERVE_MB": "8", "FACEUP_HEAVY_WORKERS": "3", "FACEUP_HEAVY_SECONDS": "4", "FACEUP_HEAVY_SOCKET": "/s"}
    )
    assert given.public_url == "https://h"
    assert (given.limits.address_reads, given.limits.idle_seconds, given.limits.token_reads) == (0, 5, Limits().token_reads)
    assert given.cache_bytes == 64 * 1024 * 1024
    assert Config.from_env(given.as_env()) == given


def test_a_password_in_the_settings_is_never_shown() -> None:
    assert without_password("redis://:secret@h:1/0?password=secret") == "redis://:…@h:1/0"
    assert without_password("redis://h:1") == "redis://h:1"


def test_the_secret_key_is_made_once_in_a_private_file(tmp_path: Path) -> None:
    config = Config(data=tmp_path / "new")
    key = config.secret_key()
    assert len(key) == 32
    assert config.secret_key() == key
    assert [path.name for path in config.data.iterdir()] == ["secret"]
    assert (config.data / "secret").stat().st_mode & 0o777 == 0o600
    assert config.data.stat().st_mode & 0o777 == 0o700


def test_the_secret_key_may_come_from_the_environment_and_then_no_file_is_made(tmp_path: Path) -> None:
    config = Config.from_env({"FACEUP_DATA": str(tmp_path / "new"), "FACEUP_SECRET": "0a" * 32})
    assert config.secret_key() == b"\n" * 32
    assert Config.from_env(config.as_env()) == config
    assert "0a" not in repr(config)
    assert not config.data.exists()


def test_a_damaged_secret_key_is_reported_and_not_replaced(tmp_path: Path) -> None:
    config = Config(data=tmp_path)
    config.secret_key()
    (tmp_path / "secret").write_text("half of it")
    with pytest.raises(DirectoryRefused, match="is damaged"):
        config.secret_key()
