"""Finds Chromium for the browser tests, and installs it where possible (`python -m tests.playground.chromium`).

In CI a missing browser is an error; elsewhere the tests that need it are skipped with a message.
"""

import os
import shutil
import subprocess
import sys

NAMES = ("chromium", "chromium-browser", "google-chrome")
FLAGS = (
    "--no-sandbox",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)
MISSING = "No Chromium here: the browser tests are skipped (Debian: apt-get install chromium)."


def path() -> str | None:
    return next(filter(None, map(shutil.which, NAMES)), None)


def is_demanded() -> bool:
    return os.environ.get("CI") == "true"


def install() -> None:
    """Install with apt-get as root; do nothing elsewhere."""
    if shutil.which("apt-get") is None or os.geteuid() != 0:
        return
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for step in (["update"], ["install", "--yes", "--no-install-recommends", "chromium"]):
        done = subprocess.run(["apt-get", "-qq", *step], env=environment, check=False, stdout=subprocess.DEVNULL)
        if done.returncode:
            return


def main() -> int:
    if path() is None:
        install()
    if path() is not None:
        return 0
    print(MISSING, file=sys.stderr)
    return 1 if is_demanded() else 0


if __name__ == "__main__":
    sys.exit(main())
