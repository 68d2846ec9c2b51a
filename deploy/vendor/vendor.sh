#!/bin/sh
# Copies the front-end files named below out of npm's packages, with their licences and a manifest of SHA-256 sums.
set -eu
cd "$(dirname "$0")"
TO=../../arena/web/static/vendor
npm ci --silent
rm -rf "$TO" && mkdir -p "$TO"
cp node_modules/htmx.org/dist/htmx.min.js node_modules/htmx.org/dist/ext/hx-sse.min.js "$TO"
cp node_modules/htmx.org/LICENSE "$TO/htmx.LICENSE"
for file in "$TO"/*.js; do # source maps are not shipped
    sed -i '/^\/\/# sourceMappingURL=/d' "$file"
done
(cd "$TO" && sha256sum ./*.js ./*.LICENSE > MANIFEST)
