#!/bin/sh
# Is given the target that was chosen, and the files that are selected.
set -eu
place=$1
shift
echo "$place: $# files"
