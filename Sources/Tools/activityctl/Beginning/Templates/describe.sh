#!/bin/sh
# Says on one line what there is to change in the files; where it prints nothing, it is not offered.
if grep -q '[a-z]' -- "$@"; then echo "small letters"; fi
