// SPDX-License-Identifier: Apache-2.0

import StrictJSON
import TestSupport
import Testing

@testable import ActivityRegistry

@Suite struct `Kept answers` {
    let scratch = Scratch()
    var store: AnswerStore { AnswerStore(folder: scratch("state")) }

    @Test func `are those that succeeded, before those that an activity has only begun with`() {
        scratch.write(
            "state/answers.json",
            #"""
            {"org.x.both": {"to": "ada"}, "org.x.one": {"to": "eve"}, "org.x.none": {}, "nothing": {"to": "x"},
             "org.x.wrong": 1, "begun": {"org.x.both": {"to": "bob", "by": "post"}, "org.x.begun": {"to": "joe"}}}
            """#)
        let both = ["to": "ada", "by": "post"]
        #expect(
            store.load(nil) == ["org.x.both": both, "org.x.one": ["to": "eve"], "org.x.begun": ["to": "joe"]])
        #expect(store.load("org.x.both") == ["org.x.both": both])
        for none in ["org.x.none", "org.x.gone", "nothing", "begun"] { #expect(store.load(none) == [:]) }
    }

    /// Quadratic time would be sixteen times as much.
    @Test func `take as much longer to read as there are more of them`() {
        func time(_ count: Int) -> Duration {
            let answers = (0..<count).map { (name: "org.example.a\($0)", value: ["to": "ada"] as JSON) }
            let begun = answers.map { (name: $0.name + ".begun", value: $0.value) }
            let object = JSON.Object(answers + [("begun", .object(JSON.Object(begun)))])
            scratch.write("state/answers.json", String(decoding: object.json.serialized, as: UTF8.self))
            return ProcessorTime.of { #expect(store.load(nil).count == 2 * count) }
        }
        _ = time(10)
        let (few, many) = (time(1_500), time(6_000))
        #expect(many < few * 9, "\(few), \(many)")
    }
}
