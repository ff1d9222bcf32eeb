#!/bin/sh
# The command line inside the image: nothing is to be built there.
exec /opt/stithy/bin/node /opt/stithy/dist/main.js "$@"
