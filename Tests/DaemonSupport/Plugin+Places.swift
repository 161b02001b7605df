// SPDX-License-Identifier: Apache-2.0

package import StrictJSON

/// Activities that ask for a place, which a shell script of theirs lists, and print the answer.
extension Plugin {
    /// A script that lists two targets.
    package static let phones = #"printf 'p1\tPixel 9\tphone\nt1\tTablet\ttablet\tnot paired\n'"#
    /// A script that lists two options.
    package static let places = #"printf 'a1\tHere\nb 2\tThere\n'"#

    /// One whose places are targets: its field is direct.
    package static func direct(_ name: String, printing script: String) -> Plugin {
        asking(
            name,
            [
                "id": "place", "label": "Place", "type": "choice", "optionsExec": ["bin/places"],
                "direct": true, "required": true,
            ], script)
    }

    /// One whose places are options of its form.
    package static func live(
        _ name: String, printing script: String, _ perform: KeyValuePairs<String, JSON> = [:]
    ) -> Plugin {
        asking(name, liveField("place", ["bin/places"]), script, perform)
    }

    package static func liveField(_ id: String, _ program: JSON) -> JSON {
        [
            "id": .string(id), "label": "Place", "labels": ["de": "Ort"], "type": "choice",
            "optionsExec": program,
        ]
    }

    private static func asking(
        _ name: String, _ field: JSON, _ script: String, _ perform: KeyValuePairs<String, JSON> = [:]
    ) -> Plugin {
        Plugin.script(name, "echo \"to $1\"", ["{place}"], perform)
            .with(["form": [field]])
            .with(executable: "bin/places", "#!/bin/sh\n" + script + "\n")
    }
}
