#!/bin/sh
# vendor/: the crate `stockpit` of our protos and all it needs, as sources; target/: the same, compiled for release.
set -eu
cd "$(dirname "$0")"
. ../kit.sh

sysroot=$(rustc --print sysroot)
mkdir -p "$KIT/bin" "$KIT/making" "$KIT/toolchain/lib/rustlib"
cp cargo "$KIT/bin/cargo"
cp -r "$sysroot/bin" "$KIT/toolchain"
cp -P "$sysroot"/lib/*.so* "$KIT/toolchain/lib"
cp -r "$sysroot"/lib/rustlib/*-linux-gnu "$KIT/toolchain/lib/rustlib"
export PATH="$KIT/toolchain/bin:$PATH" CARGO_HOME="$KIT/making/cargo"
cp -r generator stubs "$KIT/making"

# The locks name no registry; cargo itself knows what its own is called.
mkdir -p "$KIT/making/probe/src"
echo 'fn main() {}' >"$KIT/making/probe/src/main.rs"
printf '[package]\nname = "probe"\nedition = "2021"\n[dependencies]\nprost = "0.13"\n' >"$KIT/making/probe/Cargo.toml"
(cd "$KIT/making/probe" && cargo generate-lockfile --quiet)
registry=$(sed -n 's/^source = "\(.*\)"/\1/p' "$KIT/making/probe/Cargo.lock" | sort -u)
sed -i "s|^source = \"registry\"|source = \"$registry\"|" "$KIT"/making/*/Cargo.lock

generate "$KIT/making" --include_imports --descriptor_set_out="$KIT/making/set"
(cd "$KIT/making/generator" && cargo run --quiet --locked -- "$KIT/making/set" "$KIT/making/stubs")
sed -i 's/^pub mod stockpit /mod stockpit /' "$KIT/making/stubs/lib.rs"
echo 'pub use stockpit::{games, v1};' >>"$KIT/making/stubs/lib.rs"
(cd "$KIT/making/stubs" && cargo vendor --quiet --locked "$KIT/vendor" >/dev/null)
cp -r "$KIT/making/stubs" "$KIT/vendor/stockpit"
echo '{"files":{}}' >"$KIT/vendor/stockpit/.cargo-checksum.json"

echo "$KIT" >"$KIT/place"
mkdir -p "$KIT/making/warm/src"
echo 'fn main() {}' >"$KIT/making/warm/src/main.rs"
printf '[package]\nname = "warm"\nedition = "2021"\n[dependencies]\nstockpit = "1"\n' >"$KIT/making/warm/Cargo.toml"
(cd "$KIT/making/warm" && TMPDIR="$KIT/making" "$KIT/bin/cargo" build --quiet --release)
mkdir "$KIT/target"
cp -rp "$KIT/making/warm/target/release" "$KIT/target/release"
rm -rf "$KIT"/target/release/warm* "$KIT"/target/release/*/warm* "$KIT"/target/release/.fingerprint/warm* "$KIT/target/release/.cargo-lock"
rm -rf "$KIT/making"
