#!/bin/sh
# jars/: gRPC (netty with its epoll, for unix sockets), protobuf and stockpit.jar, our protos compiled.
set -eu
cd "$(dirname "$0")"
. ../kit.sh

mkdir -p "$KIT/making/classes" "$KIT/jars"
cp pom.xml "$KIT/making/pom.xml"
mvn -q -B -f "$KIT/making/pom.xml" -Dstyle.color=never package
(cd "$KIT/making" && sha256sum --quiet --strict -c) <jars.sha256
mv "$KIT"/making/jars/*.jar "$KIT/jars"
chmod +x "$KIT"/making/tools/*
PROTOC="$KIT/making/tools/protoc"
generate "$KIT/making/java" --java_out="$KIT/making/java" --grpc-java_out="$KIT/making/java" \
    --plugin=protoc-gen-grpc-java="$KIT/making/tools/protoc-gen-grpc-java"
find "$KIT/making/java" -name '*.java' >"$KIT/making/sources"
javac --release 17 -nowarn -proc:none -cp "$KIT/jars/*" -d "$KIT/making/classes" @"$KIT/making/sources" >&2
jar --create --file "$KIT/jars/stockpit.jar" --date=2000-01-01T00:00:00Z -C "$KIT/making/classes" .
rm -rf "$KIT/making"
