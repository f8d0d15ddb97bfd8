#!/usr/bin/env bash
# Follows the Dockerfile in empty roots (folders that commands see as the whole file system), then runs compose.yaml in the last of them,
# without a container engine. Needs Linux, the superuser (everything happens in namespaces of its own), and the settings that pip needs to
# reach its index. From the environment:
#   PYTHON  the interpreter used instead of the base image's (python3)        CADDY  a caddy, to run the proxy as well (from PATH)
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
((EUID == 0)) || { echo "docker/check.sh needs root: it mounts, in a namespace of its own, and becomes the users of the image." >&2; exit 1; }

place=$(mktemp -d -t faceup-docker.XXXXXX)
trap 'rm -rf "$place"' EXIT
"${PYTHON:-python3}" "$here/check/build.py" "$here/.." "$place"
unshare --mount --pid --fork --kill-child --net "${PYTHON:-python3}" "$here/check/enter.py" "$place"
