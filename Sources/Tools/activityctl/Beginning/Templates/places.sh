#!/bin/sh
# Prints a line for each target: the answer, its name, its kind, and a detail, with a TAB between them.
printf 'garage\tGarage\tplace\n'
printf 'shelf\tAttic\tplace\tfull\n'
