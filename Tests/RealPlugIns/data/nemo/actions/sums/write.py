#!/usr/bin/env python3
"""Writes the checksum of each file beside it."""
import hashlib
import sys

for path in sys.argv[1:]:
    with open(path, "rb") as file, open(path + ".md5", "w", encoding="utf-8") as sums:
        sums.write(hashlib.md5(file.read()).hexdigest())
