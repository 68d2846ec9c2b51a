#!/bin/sh
# node_modules/: gRPC, the TypeScript compiler and `stockpit`, our protos as JavaScript with types.
set -eu
cd "$(dirname "$0")"
. ../kit.sh

mkdir -p "$KIT/bin" "$KIT/making"
cp package.json package-lock.json tsconfig.json "$KIT"
npm ci --prefix "$KIT" --ignore-scripts --no-audit --no-fund --loglevel=error --logs-max=0 >&2
generate "$KIT/making" --plugin=protoc-gen-ts_proto="$KIT/node_modules/.bin/protoc-gen-ts_proto" --ts_proto_out="$KIT/making" \
    --ts_proto_opt=outputServices=grpc-js,oneof=unions,forceLong=bigint,esModuleInterop=true,outputJsonMethods=false
"$KIT/node_modules/.bin/tsc" --project "$KIT" --declaration --rootDir "$KIT/making" --outDir "$KIT/built"
# The generator is of no use to bots.
npm uninstall --prefix "$KIT" --ignore-scripts --no-audit --no-fund --loglevel=error --logs-max=0 ts-proto >&2
mv "$KIT/built/stockpit" "$KIT/node_modules/stockpit"
ln -s ../node_modules/.bin/tsc "$KIT/bin/tsc"
rm -rf "$KIT/making" "$KIT/built"
