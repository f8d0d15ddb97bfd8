"""The group of commands `faceup`, which ends with a sentence when a command cannot do its work."""

from typing import Final

import click
from redis.exceptions import RedisError

from service.config import ConfigError
from service.directory import DirectoryRefused
from service.running.binaries import NoServer
from service.running.front_door import PortTaken
from service.running.server import ServerFailed
from service.store.connect import CANNOT, refused, refuses_writes
from service.store.errors import StoreError

REFUSALS: Final = (ConfigError, DirectoryRefused, NoServer, PortTaken, ServerFailed, StoreError)
"""The exceptions that end a command with only their message, without a traceback."""


class Refusing(click.Group):
    """A group of commands. If an exception of REFUSALS ends a command, its message is printed on the error output, and the exit code is
    1."""

    def invoke(self, ctx: click.Context) -> object:
        try:
            return super().invoke(ctx)
        except REFUSALS as refusal:
            raise click.ClickException(str(refusal)) from refusal
        except RedisError as failure:
            if refuses_writes(failure):
                raise click.ClickException(str(refused(failure))) from failure
            if isinstance(failure, CANNOT):
                raise click.ClickException(f"The store cannot do that now ({type(failure).__name__}). Try again.") from failure
            raise
