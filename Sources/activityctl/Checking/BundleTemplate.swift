// SPDX-License-Identifier: Apache-2.0

import ActivityRegistry

/// A bundle to begin with: it breaks no rule as it is.
struct BundleTemplate {
    let identifier: String
    let title: String

    var files: [BundleFile] {
        [
            BundleFile(path: "manifest.json", bytes: Array((manifest + "\n").utf8)),
            BundleFile(path: "icon.svg", bytes: Array((Self.icon + "\n").utf8)),
            BundleFile(path: "bin/run", bytes: Array((Self.program + "\n").utf8), isExecutable: true),
        ]
    }

    private var manifest: String {
        """
        {
          "manifestVersion": 1,
          "identifier": "\(identifier)",
          "version": "1.0.0",
          "title": "\(title)",
          "icon": "icon.svg",
          "category": "action",
          "accepts": [
            { "types": ["image/*"], "min": 1, "max": 20 }
          ],
          "match": "all",
          "perform": { "exec": ["bin/run", "%F"] }
        }
        """
    }

    /// Titles to try, best first: the identifier's last label says what the activity does.
    static func titles(_ identifier: String) -> [String] {
        let words = (identifier.split(separator: ".").last ?? "").split { $0 == "-" || $0 == "_" }
        let own = words.joined(separator: " ")
        return [own.prefix(1).uppercased() + own.dropFirst(), "Do Something", "My Own", "Change Me"]
    }

    private static let icon = """
        <svg xmlns="http://www.w3.org/2000/svg" width="70" height="70" viewBox="0 0 70 70">
          <!-- A mask: black on nothing, centred, without shadow. The sheet gives it its colour. -->
          <circle cx="35" cy="35" r="25" fill="none" stroke="#000" stroke-width="5"/>
          <path d="M35 23v24M23 35h24" fill="none" stroke="#000" stroke-width="5" stroke-linecap="round"/>
        </svg>
        """

    private static let program = """
        #!/bin/sh
        # Is given the files that are selected; what it prints is the activity's output.
        set -eu
        for file do
            printf '%s\\n' "$file"
        done
        """
}
