"""Examines an installation after the faults: records and hash chains, verdicts, tables, standings, seasons, live streams, processes."""

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

import httpx
from redis import Redis, RedisError

import verify_record
from domain.files.season import recompute_table
from domain.files.tournament import recompute_standings
from domain.files.verify import verify
from domain.record.open_deals import asks
from domain.tournament.reading import tournament_read
from domain.tournament.taking import Taken, wanted
from service.clock import now_ms
from service.projections import FOLD, PROJECTIONS
from service.store.clubs.people import People
from service.store.connect import write_client
from service.store.errors import RecordDamaged, StoreError
from service.store.keys import HOME, GameId, StreamId, is_game
from service.store.projected import Projected
from tests.ops.serving import faceup
from tests.torture import recount
from tests.torture.compared import Found, compared, unknown
from tests.torture.installation import Installation
from tests.torture.ledger import Ledger, is_season
from tests.torture.strangers import Watcher
from tests.waiting import WITHIN, until
from workers.demo.client import PREFIX
from workers.links import FOLD as TAKING
from workers.links import LINKS, PLACE
from workers.wiring import Wiring, wired_to

SAME: Final = ", as before."
OF_A_GAME: Final = ("", "/findings", "/replay", "/rulings", "/events")
OF_A_CUP: Final = ("", "/standings", "/crosstable", "/standings/people", "/pending", "/stages", "/bracket", "/events")
SEASONS: Final = "/seasons?limit=50"
OF_THE_CLUB: Final = ("/clubs/home/players", "/clubs/home/games", "/people", SEASONS)

Answers = dict[str, bytes]


def quiet(made: Installation) -> str:
    """Return a text about the work that is left to do in the background; empty if no work is left."""
    with suppress(RedisError, StoreError), write_client(made.config.store_url) as redis:
        rows, links, parts = Projected(redis, tuple(PROJECTIONS)), Projected(redis, LINKS), wired_to(redis)
        left = [f"{len(parts.verdicts.dirty(HOME))} games wait for their verdict"] if parts.verdicts.dirty(HOME) else []
        left += ["tables and statistics are behind"] if rows.behind([HOME], FOLD) else []
        left += ["results are not taken"] if links.behind([HOME], TAKING, PLACE) else []
        return "; ".join(left)
    return "the server does not answer"


def stored(redis: Redis, ledger: Ledger) -> Found:
    """Compare everything that is stored with the ledger, and verify every chain and every verdict."""
    parts, found = wired_to(redis), Found()
    games = {str(head.game) for head in parts.records.games(HOME, limit=100_000)}
    cups, seasons = set(map(str, parts.tournaments.newest(HOME))), set(map(str, parts.seasons.newest(HOME)))
    found.add(unknown("game", games, ledger.games()))
    found.add(unknown("tournament", cups, ledger.tournaments()))
    found.add(unknown("season", seasons, ledger.seasons()))
    found.add(unknown("person", People(redis, now_ms).everyone(HOME), ledger.people))
    found.divergent += [f"{parked.game} is parked: {parked.reason}" for parked in parts.verdicts.parked(HOME)]
    for stream in sorted(games | cups | seasons):
        streams = parts.records if is_game(stream) else parts.seasons if is_season(stream) else parts.tournaments
        try:
            events = list(streams.events(StreamId(stream), verify=True))  # checks the chain of hashes and every commitment
        except RecordDamaged as damage:
            found.divergent.append(f"{stream}: {damage}")
            continue
        found.add(compared(stream, ledger.events.get(stream, {}), events))
        if is_game(stream):
            found.divergent += verdict(parts, GameId(stream))
        elif not is_season(stream):
            found.divergent += results(parts, StreamId(stream))
    return found


def shown(redis: Redis, ledger: Ledger, said: Answers) -> Found:
    """Compare the pages of all seasons with what is stored."""
    parts, found = wired_to(redis), Found()
    cups = {cup: parts.tournaments.events(StreamId(cup)) for cup in ledger.tournaments()}
    seasons = {str(season): parts.seasons.events(season) for season in parts.seasons.newest(HOME)}
    for season, events in seasons.items():
        found.add(recount.copied(season, events, cups))
        found.add(recount.shown(season, events, cups, said, *_then_and_who(season, ledger)))
    found.add(recount.listed(SEASONS, seasons, said))
    return found


def _then_and_who(season: str, ledger: Ledger) -> tuple[int, str]:
    """Return an earlier version of the season, and a person, whose pages are compared."""
    return len(ledger.events[season]) // 2 or 1, min(ledger.people)


def verdict(parts: Wiring, game: GameId) -> list[str]:
    """Read and check the whole record of a game, and compare the findings with the stored verdict."""
    reading, standing = parts.readings.of(game), parts.verdicts.state(game)
    told, now = {entry.finding for entry in standing.findings}, set(reading.findings)
    faults = [f"{game}: validated to {standing.validated} of {reading.version}"] if standing.validated != reading.version else []
    faults += [f"{game}: finding {finding.id} is missing in the verdict" for finding in now - told]
    return faults + [f"{game}: finding {finding.id} is in the verdict and not in the record" for finding in told - now]


def results(parts: Wiring, cup: StreamId) -> list[str]:
    """Return a sentence for each result that the tournament has not yet taken from a table's game."""
    state, faults = tournament_read(parts.tournaments.events(cup)).state, []
    for number, paired in state.rounds.items():
        for seated in paired.tables.values():
            if seated.game is not None:
                reading, head = parts.readings.of(GameId(seated.game)), parts.records.head(GameId(seated.game))
                assert head is not None
                game = Taken(seated.game, reading, head.version, head.validated, head.hash, asks(reading, reading.findings))
                if wanted(state, number, seated, game) is not None:
                    faults.append(f"{cup}: round {number}, table {seated.table}: the result of {seated.game} was not taken")
    return faults


def rebuilt(made: Installation) -> Found:
    """Rebuild all tables with `faceup rebuild`. The tables must not change."""
    done = faceup(made.config, "rebuild")
    same = done.returncode == 0 and SAME in done.stdout
    return Found() if same else Found(divergent=[f"faceup rebuild: {done.stdout.strip()} {done.stderr.strip()[-500:]}"])


def answers(made: Installation, token: str, ledger: Ledger) -> Answers:
    """Request the data of the pages about every game and tournament, once as the owner and once as a stranger."""
    got: Answers = {}
    with httpx.Client(base_url=f"http://127.0.0.1:{made.ports()[-1]}", timeout=WITHIN) as api:
        for path in paths(ledger):
            for who, headers in (("owner", {"Authorization": f"Bearer {token}"}), ("stranger", {})):
                answer = _said(api, PREFIX + path, headers)
                got[f"{path} as {who}"] = b"%d %b" % (answer.status_code, answer.content)
        for stream in [*ledger.games(), *ledger.tournaments(), *ledger.seasons()]:
            kind = "games" if is_game(stream) else "seasons" if is_season(stream) else "tournaments"
            file = _said(api, f"{PREFIX}/{kind}/{stream}/export?format=json", {"Authorization": f"Bearer {token}"})
            got[f"the file of {stream}"] = _footless(stream, file)
    return got


def _said(api: httpx.Client, path: str, headers: dict[str, str]) -> httpx.Response:
    """Repeat a GET request until its status is not 503. After the last fault, the processes for long requests may still be starting."""
    said = api.get(path, headers=headers)

    def final() -> bool:
        nonlocal said
        said = api.get(path, headers=headers) if said.status_code == 503 else said
        return said.status_code != 503

    until(final)
    return said


def _footless(stream: str, file: httpx.Response) -> bytes:
    """Verify the exported file with both verifiers, and compute standings and tables again. Returns the word `valid`, or the id of the
    stream and the faults of the file."""
    verified, (code, lines) = verify(file.content), verify_record.verify_file(file.content)
    if not verified.valid or code:
        return f"{stream}: {verified.faults} {lines}".encode()
    again = () if is_game(stream) else (recompute_table if is_season(stream) else recompute_standings)(file.content).faults
    return f"{stream}: {again}".encode() if again else b"valid"


def paths(ledger: Ledger) -> Iterator[str]:
    yield from OF_THE_CLUB
    for game in ledger.games():
        yield from (f"/games/{game}{what}" for what in OF_A_GAME)
    for cup in ledger.tournaments():
        yield from (f"/tournaments/{cup}{what}" for what in OF_A_CUP)
    for season in ledger.seasons():
        yield from recount.pages(season, *_then_and_who(season, ledger))


def same(warm: Answers, cold: Answers, folder: Path) -> Found:
    """Compare the answers of the processes that ran during the faults with the answers of new processes. Answers that differ are written to
    `folder`."""
    found = Found()
    for number, path in enumerate([path for path in warm if warm[path] != cold.get(path)], 1):
        folder.mkdir(parents=True, exist_ok=True)
        for when, said in (("before", warm), ("after", cold)):
            (folder / f"{number}-{when}").write_bytes(said.get(path, b""))
        found.divergent.append(f"{path}: other answers before and after a restart ({folder}/{number}-*)")
    found.divergent += [f"{path}: status {answer[:3].decode()}" for path, answer in cold.items() if re.match(rb"5\d\d ", answer)]
    found.divergent += [f"{path}: {answer.decode()}" for path, answer in cold.items() if path.startswith("the file") and answer != b"valid"]
    return found


def unseen(watchers: Iterable[Watcher]) -> list[str]:
    """Return a sentence for each watcher whose live stream has not shown everything."""
    return [behind for watcher in watchers if (behind := watcher.behind())]
