#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Opens the share sheet for a link or a file's URI by gdbus, and does not wait for its end. A caller that leaves the bus
# closes its sheet, and gdbus leaves with the answer: a script that wants the sheet to stay runs activity-sheet.
# Usage: share_files.sh URI
set -eu
can=$(gdbus call --session --dest io.activityd.Share --object-path /org/freedesktop/portal/activityd \
    --method io.activityd.Share.CanShare '["text/plain"]')
[ "$can" = '(true,)' ] || { echo "There is nothing to share with." >&2; exit 2; }
exec activity-sheet -- "$@"
