#!/bin/sh
# include/ and lib/libstockpit.a: our protos as Debian's protoc writes them, compiled; lib/pkgconfig: `stockpit`.
set -eu
cd "$(dirname "$0")"
. ../kit.sh

# In C++ a repeated field x has a method x_size(), so a field x_size next to it needs another name; the wire does not care.
cp -r "$PROTOS" "$KIT/protos"
sed -i 's/ hand_size = / hand_sizes = /' "$KIT/protos/stockpit/games/stonks/v1/stonks.proto"
PROTOS="$KIT/protos"
PROTOC=protoc
generate "$KIT/include" --cpp_out="$KIT/include" --grpc_out="$KIT/include" --plugin=protoc-gen-grpc="$(command -v grpc_cpp_plugin)"
mkdir -p "$KIT/making" "$KIT/lib/pkgconfig"
find "$KIT/include" -name '*.cc' | while read -r source; do
    printf '%s\0' "$source"
done | xargs -0 -P "$(nproc)" -I{} sh -c \
    'g++ -std=c++17 -O2 -I"$KIT/include" -c "$1" -o "$KIT/making/$(echo "$1" | cksum | cut -d" " -f1).o"' - {}
ar rcs "$KIT/lib/libstockpit.a" "$KIT"/making/*.o
cp stockpit.pc "$KIT/lib/pkgconfig"
find "$KIT/include" -name '*.cc' -delete
rm -rf "$KIT/making"
