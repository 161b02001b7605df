#!/bin/sh
# Is given the files that are selected; what it prints is the activity's output.
set -eu
for file do
    printf '%s\n' "$file"
done
