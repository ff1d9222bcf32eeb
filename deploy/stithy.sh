#!/bin/sh
# The command line inside the image: nothing is to be built there.
# The same limits of memory as in bin/stithy.
exec /opt/stithy/bin/node --max-semi-space-size=16 --heap-growing-percent=60 --expose-gc /opt/stithy/dist/main.js "$@"
