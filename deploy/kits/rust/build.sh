#!/bin/sh
# vendor/: the crate `stockpit` of our protos and all it needs, as sources; target/: the same, compiled for release.
set -eu
cd "$(dirname "$0")"
. ../kit.sh

sysroot=$(rustc --print sysroot)
mkdir -p "$KIT/bin" "$KIT/work" "$KIT/toolchain/lib/rustlib"
cp cargo "$KIT/bin/cargo"
cp -r "$sysroot/bin" "$KIT/toolchain"
cp -P "$sysroot"/lib/*.so* "$KIT/toolchain/lib"
cp -r "$sysroot"/lib/rustlib/*-linux-gnu "$KIT/toolchain/lib/rustlib"
export PATH="$KIT/toolchain/bin:$PATH" CARGO_HOME="$KIT/work/cargo"
cp -r generator stubs "$KIT/work"

# The locks name no registry; cargo itself knows what its own is called.
mkdir -p "$KIT/work/probe/src"
echo 'fn main() {}' >"$KIT/work/probe/src/main.rs"
printf '[package]\nname = "probe"\nedition = "2021"\n[dependencies]\nprost = "0.13"\n' >"$KIT/work/probe/Cargo.toml"
(cd "$KIT/work/probe" && cargo generate-lockfile --quiet)
registry=$(sed -n 's/^source = "\(.*\)"/\1/p' "$KIT/work/probe/Cargo.lock" | sort -u)
sed -i "s|^source = \"registry\"|source = \"$registry\"|" "$KIT"/work/*/Cargo.lock

generate "$KIT/work" --include_imports --descriptor_set_out="$KIT/work/set"
(cd "$KIT/work/generator" && cargo run --quiet --locked -- "$KIT/work/set" "$KIT/work/stubs")
sed -i 's/^pub mod stockpit /mod stockpit /' "$KIT/work/stubs/lib.rs"
echo 'pub use stockpit::{games, v1};' >>"$KIT/work/stubs/lib.rs"
(cd "$KIT/work/stubs" && cargo vendor --quiet --locked "$KIT/vendor" >/dev/null)
cp -r "$KIT/work/stubs" "$KIT/vendor/stockpit"
echo '{"files":{}}' >"$KIT/vendor/stockpit/.cargo-checksum.json"

echo "$KIT" >"$KIT/place"
mkdir -p "$KIT/work/warm/src"
echo 'fn main() {}' >"$KIT/work/warm/src/main.rs"
printf '[package]\nname = "warm"\nedition = "2021"\n[dependencies]\nstockpit = "1"\n' >"$KIT/work/warm/Cargo.toml"
(cd "$KIT/work/warm" && TMPDIR="$KIT/work" "$KIT/bin/cargo" build --quiet --release)
mkdir "$KIT/target"
cp -rp "$KIT/work/warm/target/release" "$KIT/target/release"
rm -rf "$KIT"/target/release/warm* "$KIT"/target/release/*/warm* "$KIT"/target/release/.fingerprint/warm* "$KIT/target/release/.cargo-lock"
rm -rf "$KIT/work"
