"""`python -m tests.attacks [NAME …]`: attacks an installation of its own, and prints what the honest people saw meanwhile."""

import sys
import tempfile
from pathlib import Path

from tests.attacks.kinds import attacks
from tests.attacks.known import Known
from tests.attacks.target import attacked, prepared

SECONDS = 15.0


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="fu-", dir="/tmp") as folder, prepared(Path(folder)) as target:
        for name in sys.argv[1:] or attacks(Known()):
            sys.stdout.write(f"{attacked(target, name, SECONDS).told()}\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
