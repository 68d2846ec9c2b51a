# What the build scripts of the kits share. Given: KIT (the folder to fill), PROTOS, PROTOC (command words).

# All protos, as paths below PROTOS.
protos() { (cd "$PROTOS" && find stockpit -name '*.proto' | sort); }

# generate TARGET ARGUMENTS: protoc on all protos, into a new folder.
generate() {
    mkdir -p "$1"
    shift
    # shellcheck disable=SC2046,SC2086  # words
    $PROTOC --proto_path="$PROTOS" "$@" $(protos)
}

# bring FOLDER: the toolchain there, as KIT/toolchain. Below /usr every bot sees it; anything else is copied.
bring() {
    case $1 in
        /usr/*) ln -s "$1" "$KIT/toolchain" ;;
        *) cp -r "$1" "$KIT/toolchain" ;;
    esac
}
