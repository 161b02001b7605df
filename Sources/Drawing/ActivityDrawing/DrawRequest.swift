// SPDX-License-Identifier: Apache-2.0

package import ActivityModel
package import StrictJSON

/// A request to activity-draw: `{"id":1,"judge":{…}}`, `{"id":2,"seconds":1,"draw":{…}}`,
/// `{"id":3,"thumbnail":{…}}` or `{"id":4,"examine":{…}}`.
package struct DrawRequest: Sendable {
    package let id: Int
    /// Limit on processor time, in seconds; nil for activity-draw's own limit.
    package let seconds: Int?
    package let task: Task

    package init(id: Int, seconds: Int? = nil, task: Task) {
        self.id = id
        self.seconds = seconds
        self.task = task
    }

    package enum Task: Sendable {
        case judge(IconFiles)
        /// Requests the findings with their positions, file by file.
        case examine(IconFiles)
        /// Requests the icon as a PNG; the tint is `#rrggbb`, black if absent.
        case draw(IconFiles, size: Int, tint: Tint)
        case thumbnail(ThumbnailRequest)
    }
}

extension DrawRequest: JSONObjectConvertible {
    package init(_ object: JSON.Object) throws(JSON.Mismatch) {
        id = try object.read("id")
        seconds = try object.read("seconds")
        guard seconds ?? 1 > 0 else { throw JSON.Mismatch(pointer: "/seconds", expected: "a number above 0") }
        switch Set(object.names).subtracting(["id", "seconds"]) {
        case ["judge"]: task = .judge(try object.read("judge"))
        case ["examine"]: task = .examine(try object.read("examine"))
        case ["thumbnail"]: task = .thumbnail(try object.read("thumbnail"))
        case ["draw"]:
            let draw: JSON.Object = try object.read("draw")
            let tint: String? = try draw.read("tint")
            guard let tint = Tint(tint ?? "#000000") else {
                throw JSON.Mismatch(pointer: "/draw/tint", expected: "a tint such as #1a2b3c")
            }
            task = .draw(try IconFiles(draw), size: try draw.read("size"), tint: tint)
        default: throw JSON.Mismatch(expected: "one of judge, examine, draw and thumbnail")
        }
    }

    package var object: JSON.Object {
        switch task {
        case .judge(let icon): .withoutNulls(["id": id, "seconds": seconds, "judge": icon])
        case .examine(let icon): .withoutNulls(["id": id, "seconds": seconds, "examine": icon])
        case .thumbnail(let request): .withoutNulls(["id": id, "seconds": seconds, "thumbnail": request])
        case .draw(let icon, let size, let tint):
            .withoutNulls([
                "id": id, "seconds": seconds,
                "draw": JSON.Object(
                    icon.object.members + [("size", .integer(size)), ("tint", .string(tint.text))]),
            ])
        }
    }
}
