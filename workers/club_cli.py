"""The commands `faceup club …`. workers/commands/clubs.py carries them out."""

import os

import click

from domain.kernel.events.club import ROLES
from service.config import Config


@click.group()
def club() -> None:
    """Found clubs, list them, and invite people to them."""


@club.command()
@click.argument("name")
@click.option("--called", help="The name of the club in words. Default: NAME.")
def found(name: str, called: str | None) -> None:
    """Found the club NAME, and print an invitation for its owner. NAME is 2 to 16 lower-case letters and digits, and never changes."""
    from workers.commands.clubs import club_commands

    with club_commands(Config.from_env(os.environ)) as commands:
        click.echo("\n".join(commands.found(name, called)))


@club.command("list")
def listed() -> None:
    """List the clubs: for each its short name, its title, and how many members it has."""
    from workers.commands.clubs import club_commands

    with club_commands(Config.from_env(os.environ)) as commands:
        click.echo("\n".join(commands.listed()))


@club.command()
@click.argument("club")
@click.argument("role", type=click.Choice(ROLES))
@click.option("--name", help="The name of the invited person. Default: the person enters a name.")
def invite(club: str, role: str, name: str | None) -> None:
    """Print an invitation. The first person who opens its link becomes a member of CLUB with this ROLE."""
    from workers.commands.clubs import club_commands

    with club_commands(Config.from_env(os.environ)) as commands:
        click.echo("\n".join(commands.invited(club, role, name)))
