// SPDX-License-Identifier: Apache-2.0

/// The templates that need no more than a shell, or not even that.
extension BundleTemplate.Kind {
    static let filesMembers = """
          "category": "action",
          "accepts": [ { "types": ["image/*"], "min": 1, "max": 20 } ],
          "perform": { "exec": ["bin/run", "%F"] }
        """

    static let filesProgram = #"""
        #!/bin/sh
        # Is given the files that are selected; what it prints is the activity's output.
        set -eu
        for file do
            printf '%s\n' "$file"
        done
        """#

    static let linkMembers = """
          "category": "share",
          "accepts": [ { "types": ["x-scheme-handler/https", "x-scheme-handler/http"], "min": 1, "max": 1 } ],
          "perform": { "uri": "https://validator.w3.org/nu/?doc={uri}" }
        """

    static let textMembers = """
          "category": "action",
          "accepts": [ { "types": ["text/plain"], "min": 1, "max": 1 } ],
          "perform": { "exec": ["bin/run", "%f"], "network": false, "writes": [] }
        """

    static let textProgram = #"""
        #!/bin/sh
        # Is given a file, which selected text becomes; what it prints is the activity's output.
        set -eu
        awk '{ words += NF } END { print words + 0 " words in " NR " lines" }' <"$1"
        """#
}
