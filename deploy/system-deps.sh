#!/bin/sh
# Installs what the tests need beyond Python, from Debian, when run as root; says what is missing otherwise.
set -eu
missing=""
command -v chromium >/dev/null 2>&1 || missing="$missing chromium"
# What kits are made of; Go, Rust and Node, newer than Debian's, come from PATH only.
command -v g++ >/dev/null 2>&1 || missing="$missing g++ make"
pkg-config --exists grpc++ 2>/dev/null || missing="$missing pkg-config libgrpc++-dev"
command -v grpc_cpp_plugin >/dev/null 2>&1 || missing="$missing protobuf-compiler protobuf-compiler-grpc"
command -v javac >/dev/null 2>&1 || missing="$missing openjdk-17-jdk-headless"
command -v mvn >/dev/null 2>&1 || missing="$missing maven"
[ -z "$missing" ] && exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    echo "installing$missing"
    apt-get update -qq
    # shellcheck disable=SC2086  # a list of names
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing >/dev/null
else
    echo "missing:$missing (tests that need it are skipped, or fail with ARENA_REQUIRE=all)"
fi
