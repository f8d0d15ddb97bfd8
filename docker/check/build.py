"""`build.py <context> <place>`: builds the stages of the Dockerfile. Each is built in a root of its own: an empty folder below <place>,
which commands see as the whole file system. The root of the last stage is `image`; its settings are in `image.json`."""

import json
import shutil
import sys
from pathlib import Path

import recipe
import root


class Build:
    def __init__(self, context: Path, place: Path) -> None:
        self.context = context
        self.place = place
        self.allowed = recipe.let_through(context, (context / "docker/Dockerfile.dockerignore").read_text())
        self.stages = recipe.stages((context / "docker/Dockerfile").read_text())

    def build(self) -> None:
        for stage in self.stages:
            last = stage is self.stages[-1]
            print(f"== FROM {stage.source}" + (f" AS {stage.name}" if stage.name else ""), flush=True)
            settings = self.staged(root.made(self.place / ("image" if last else stage.name)), stage)
            if last:
                (self.place / "image.json").write_text(json.dumps(settings))

    def staged(self, at: Path, stage: recipe.Stage) -> dict[str, object]:
        """Follow the instructions of a stage in the root `at`. Returns the settings with which its image runs."""
        env = {"PATH": "/usr/local/bin:/usr/local/sbin:/usr/sbin:/usr/bin:/sbin:/bin"}
        folder, settings = "/", {}
        for one in stage.instructions:
            print(f"   {one.word} {one.rest}"[:140], flush=True)
            match one.word:
                case "ENV":
                    env |= recipe.pairs(recipe.expanded(one.rest, env))
                case "WORKDIR":
                    folder = one.rest
                    inside(at, folder).mkdir(parents=True, exist_ok=True)
                case "RUN":
                    root.run(at, ["/bin/sh", "-ec", one.rest], root.passed_on() | env, folder)
                case "COPY":
                    self.copied(at, one, folder)
                case word:
                    settings[word] = one.rest
        return {**settings, "ENV": env, "WORKDIR": folder}

    def copied(self, at: Path, one: recipe.Instruction, folder: str) -> None:
        *sources, target = one.rest.split()
        place = inside(at, str(Path(folder, target)))
        for source in sources:
            if "from" in one.options:
                shutil.copytree(inside(self.place / one.options["from"], source), place, symlinks=True, dirs_exist_ok=True)
                continue
            files = [file for file in self.allowed if file == source or file.startswith(f"{source}/")]
            if not files:
                raise SystemExit(f"COPY {source}: .dockerignore excludes all files with that name")
            for file in files:
                to = place / file.removeprefix(f"{source}/") if (self.context / source).is_dir() else place / Path(file).name
                to.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(self.context / file, to)

    def require_whole(self) -> None:
        """Check that every file that was copied for the packages is in the image."""
        (packages,) = (self.place / "image/opt/faceup/lib").glob("python3*/site-packages")
        wanted = {file for file in self.allowed if file.split("/")[0] in ("domain", "service", "workers")}
        missing = sorted(file for file in wanted if not (packages / file).is_file())
        size = sum(file.lstat().st_size for file in (self.place / "image/opt/faceup").rglob("*"))
        print(f"   /opt/faceup: {size / 2**20:.0f} MiB; of {len(wanted)} files of the packages {len(missing)} are missing: {missing}")
        if missing:
            raise SystemExit(1)


def inside(at: Path, path: str) -> Path:
    """Return the path in the root `at`. A path below /usr/local is in a folder next to the root, because /usr of the root is the
    machine's."""
    path = path.replace("/usr/local", "/usr-local", 1) if path.startswith("/usr/local") else path
    return at / path.lstrip("/")


if __name__ == "__main__":
    build = Build(Path(sys.argv[1]).resolve(), Path(sys.argv[2]))
    build.build()
    build.require_whole()
