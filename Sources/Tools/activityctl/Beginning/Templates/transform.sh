#!/bin/sh
# Is given files, and writes a changed copy of each, under the file's name, into $ACTIVITY_OUTPUT.
set -eu
for file do
    tr a-z A-Z <"$file" >"$ACTIVITY_OUTPUT/${file##*/}"
done
