#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Asks by gdbus whether there is anything to share text with, and opens the share sheet by activity-sheet: a caller that
# leaves the bus closes its sheet, and gdbus leaves with the answer.
# Usage: share_files.sh FILE-OR-LINK...
# Needs gdbus, of Debian's libglib2.0-bin, and the package activity-sheet.
set -eu
can=$(gdbus call --session --dest io.activityd.Share --object-path /org/freedesktop/portal/activityd \
    --method io.activityd.Share.CanShare '["text/plain"]')
[ "$can" = '(true,)' ] || { echo "There is nothing to share with." >&2; exit 2; }
exec activity-sheet -- "$@"
