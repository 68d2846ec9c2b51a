#!/bin/sh
# Installs what the tests need beyond Python, from Debian, when run as root; says what is missing otherwise.
set -eu
missing=""
command -v chromium >/dev/null 2>&1 || missing="$missing chromium"
[ -z "$missing" ] && exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    echo "installing$missing"
    apt-get update -qq
    # shellcheck disable=SC2086  # a list of names
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing >/dev/null
else
    echo "missing:$missing (tests that need it are skipped, or fail with ARENA_REQUIRE=all)"
fi
