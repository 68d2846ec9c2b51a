#!/bin/sh
# jars/: gRPC (netty with its epoll, for unix sockets), protobuf and stockpit.jar, our protos compiled.
set -eu
cd "$(dirname "$0")"
. ../kit.sh

mkdir -p "$KIT/work/classes" "$KIT/jars"
cp pom.xml "$KIT/work/pom.xml"
mvn -q -B -f "$KIT/work/pom.xml" -Dstyle.color=never package
(cd "$KIT/work" && sha256sum --quiet --strict -c) <jars.sha256
mv "$KIT"/work/jars/*.jar "$KIT/jars"
chmod +x "$KIT"/work/tools/*
PROTOC="$KIT/work/tools/protoc"
generate "$KIT/work/java" --java_out="$KIT/work/java" --grpc-java_out="$KIT/work/java" \
    --plugin=protoc-gen-grpc-java="$KIT/work/tools/protoc-gen-grpc-java"
find "$KIT/work/java" -name '*.java' >"$KIT/work/sources"
javac --release 17 -nowarn -proc:none -cp "$KIT/jars/*" -d "$KIT/work/classes" @"$KIT/work/sources" 2>&1 | grep -v '^Note: ' >&2 || true
jar --create --file "$KIT/jars/stockpit.jar" --date=2000-01-01T00:00:00Z -C "$KIT/work/classes" .
rm -rf "$KIT/work"
