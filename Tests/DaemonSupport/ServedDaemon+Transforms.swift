// SPDX-License-Identifier: Apache-2.0

package import ActivityInterface
package import ActivityModel
package import StrictJSON
import TestSupport

extension ServedDaemon {
    /// Writes two texts and a picture into the home folder; returns them as content.
    package func writtenContent() -> JSON {
        for (name, text) in [("a.txt", "one\n"), ("b c.txt", "two\n"), ("c.png", "")] {
            Files.write(folder("home/" + name), text)
        }
        return .array(
            ["a.txt", "b%20c.txt"].map {
                ["type": "text/plain", "uri": .string("file://" + folder("home/" + $0))]
            } + [["type": "image/png", "uri": .string("file://" + folder("home/c.png"))]])
    }

    /// The parameter `options` of Prepare.
    package static func chosen(_ plugins: [Plugin]) -> JSON {
        .array(plugins.map { ["identifier": .string($0.identifier)] })
    }

    package func inspect(_ asked: JSON) throws -> Sheet.InspectReply {
        try Sheet.InspectReply(call("Sheet.Inspect", asked))
    }

    package func prepare(_ plugins: [Plugin], _ content: JSON) throws -> Sheet.Progress {
        try Sheet.Progress(call("Sheet.Prepare", ["content": content, "options": Self.chosen(plugins)]))
    }

    /// The path of an item's file.
    package static func path(_ item: Item) -> String {
        String((item.representation.uri ?? "").dropFirst("file://".count)).replacing("%20", with: " ")
    }

    /// The folders of prepared copies.
    package var preparedCopies: [String] {
        Files.names(in: folder("cache/activityd/copies")).filter {
            !$0.hasPrefix(".") && !$0.hasSuffix(".owner")
        }
    }
}
