#!/bin/sh
# Builds sample_bots/go_trader: generates the Go stubs of protos/ into build/go (never committed) and compiles the bot
# against them. Without Go >= 1.24, or where modules cannot be fetched, it says so in one line and leaves the bot out.
set -eu
cd "$(dirname "$0")/.."

BOT=sample_bots/go_trader
STUBS=build/go
TOOLS=$PWD/build/go-tools
GRPC=v1.80.0 # the newest that Go 1.24 compiles
PROTOBUF=v1.36.12
PLUGIN=v1.6.1
STAMP=$TOOLS/stamp-$PROTOBUF-$PLUGIN

leave_out() {
    echo "go_trader is left out: $1"
    rm -f "$BOT/go_trader"
    exit 0
}

# Runs a command that needs modules; a machine without network must not wait for long.
fetch() {
    timeout 300 "$@" >"$TOOLS/log" 2>&1 || leave_out "Go modules cannot be fetched ($(tail -n 1 "$TOOLS/log"))"
}

command -v go >/dev/null 2>&1 || leave_out "no go on PATH; Go 1.24 or newer builds it"
minor=$(go env GOVERSION | sed -n 's/^go1\.\([0-9]*\).*/\1/p')
[ "${minor:-0}" -ge 24 ] || leave_out "$(go env GOVERSION) is too old; Go 1.24 or newer builds it"

newer() { find protos "$BOT"/*.go "$BOT"/go.* deploy/build_go.sh -newer "$1" | grep -q .; }
if [ -x "$BOT/go_trader" ] && [ -d "$STUBS" ] && ! newer "$BOT/go_trader"; then exit 0; fi

mkdir -p "$TOOLS" "$STUBS"
if [ ! -f "$STAMP" ]; then
    echo "fetching the Go generators"
    fetch env GOBIN="$TOOLS" go install "google.golang.org/protobuf/cmd/protoc-gen-go@$PROTOBUF"
    fetch env GOBIN="$TOOLS" go install "google.golang.org/grpc/cmd/protoc-gen-go-grpc@$PLUGIN"
    touch "$STAMP"
fi

# shellcheck disable=SC2046  # a list of files without spaces
.venv/bin/python -m grpc_tools.protoc --proto_path=protos \
    --plugin=protoc-gen-go="$TOOLS/protoc-gen-go" --plugin=protoc-gen-go-grpc="$TOOLS/protoc-gen-go-grpc" \
    --go_out="$STUBS" --go_opt=module=stockpit --go-grpc_out="$STUBS" --go-grpc_opt=module=stockpit \
    $(find protos -name '*.proto')
cat >"$STUBS/go.mod" <<MOD
module stockpit

go 1.24.0

require (
	google.golang.org/grpc $GRPC
	google.golang.org/protobuf $PROTOBUF
)
MOD

echo "building go_trader"
fetch go -C "$BOT" mod download
go -C "$BOT" build -o go_trader .
