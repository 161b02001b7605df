#!/bin/sh
# Receives the chosen target, then the selected files, as arguments.
set -eu
place=$1
shift
echo "$place: $# files"
