#!/bin/sh
# stubs/: module `stockpit` of our protos; modules/: all it needs; cache/: those compiled, and much of the standard library.
set -eu
cd "$(dirname "$0")"
. ../kit.sh

bring "$(go env GOROOT)"
mkdir -p "$KIT/bin" "$KIT/stubs" "$KIT/making"
cp go.mod go.sum "$KIT/stubs"
cp go "$KIT/bin/go"
export GOMODCACHE="$KIT/modules" GOCACHE="$KIT/cache" GOFLAGS="-modcacherw -trimpath" GOTOOLCHAIN=local GOWORK=off CGO_ENABLED=0

go -C "$KIT/stubs" build -o "$KIT/making/" \
    google.golang.org/protobuf/cmd/protoc-gen-go google.golang.org/grpc/cmd/protoc-gen-go-grpc
generate "$KIT/stubs" --plugin=protoc-gen-go="$KIT/making/protoc-gen-go" \
    --plugin=protoc-gen-go-grpc="$KIT/making/protoc-gen-go-grpc" \
    --go_out="$KIT/stubs" --go_opt=module=stockpit --go-grpc_out="$KIT/stubs" --go-grpc_opt=module=stockpit

go -C "$KIT/stubs" build ./... google.golang.org/grpc google.golang.org/grpc/credentials/insecure \
    bufio bytes cmp container/heap encoding/json errors fmt io log maps math/big math/rand/v2 os slices sort strings sync time
rm -rf "$KIT/making" "$KIT/modules/cache/download/sumdb" "$KIT/modules/cache/vcs"
