#!/bin/sh
exec record "$@"
