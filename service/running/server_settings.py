"""The settings of our own servers, in the file `server.conf` of the data folder, and of the folder of a cell's queue."""

from pathlib import Path
from typing import Final

from service.directory import write_private

_PLACES: Final = """\
# Written by Faceup at every start of its server; changes made here are lost.
dir "{data}"
port 0
unixsocket server.sock
unixsocketperm 700
daemonize yes
pidfile server.pid
logfile server.log
# A full memory refuses writes; it drops nothing.
maxmemory-policy noeviction
save ""
"""
QUEUE: Final = f"""\
{_PLACES}\
# Nothing is written to the disk: jobs that are lost are sent again.
appendonly no
"""
SETTINGS: Final = f"""\
{_PLACES}\
# An acknowledged event is on disk.
appendonly yes
appendfsync always
no-appendfsync-on-rewrite no
# Plain commands in every file: another release can read them.
aof-use-rdb-preamble no
# A game of 200 events in one node of its stream.
stream-node-max-bytes 16384
stream-node-max-entries 200
# Sealed values and the marks of events stay in one piece of memory, without a pointer for each.
hash-max-listpack-entries 1024
hash-max-listpack-value 256
set-max-intset-entries 16384
"""


def write_settings(data: Path, template: str) -> None:
    """Write the settings `template`. If the file has them already, it is not written again, so that the server can start while the disk is
    full."""
    quoted = str(data).replace("\\", "\\\\").replace('"', '\\"')
    file, settings = data / "server.conf", template.format(data=quoted).encode()
    if not file.exists() or file.read_bytes() != settings:
        write_private(file, settings)
