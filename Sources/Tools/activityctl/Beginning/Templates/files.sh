#!/bin/sh
# Receives the selected files as arguments. Its standard output is the activity's output.
set -eu
for file do
    printf '%s\n' "$file"
done
