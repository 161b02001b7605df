// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import Glibc
import Host
import TestSupport
import Testing

@testable import ActivityPerforming

/// How much there may be of what transforms make.
struct PreparedCopiesTests {
    private let scratch = Scratch()
    private let copies: PreparedCopies

    init() {
        let settings = PerformerSettings(
            runtimeFolder: scratch.path, home: "/", configurationFolder: scratch("configuration"),
            cacheFolder: scratch("cache"), activityStates: scratch("states"), environment: [:],
            isService: false, sandboxProgram: "activity-sandbox", findProgram: { _ in nil },
            handOverTime: 0, maximumRunning: 1)
        copies = PreparedCopies(settings, Remover())
    }

    /// Makes empty files in a new step's folder.
    ///
    /// - Returns: items of them.
    private func make(_ count: Int, step: Int, of token: String) throws -> [Item] {
        let folder = try copies.makeStep(step, of: token)
        return (0..<count).map { number in
            let path = "\(folder)/\(number)"
            close(open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600))
            return Item(Representation(type: "text/plain", uri: LocalPath.uri(of: path)))
        }
    }

    @Test func asManyFilesAsThereMayBeAreChangedAsOftenAsOneLikes() throws {
        mkdir(scratch("activityd"), 0o700)
        try copies.make("one")
        for step in 0..<6 {
            let items = try make(Content.maximumItems, step: step, of: "one")
            _ = try copies.makeRoom(for: "one", by: "Change", keeping: [])
            copies.keep(items, of: "one")
            #expect(Files.names(in: scratch("cache/prepared/one")) == ["\(step)"])
        }
    }

    /// What a stranger puts there is no copy of ours, and is in nobody's way.
    @Test func namesMayDifferInTheirBytesAlone() throws {
        mkdir(scratch("activityd"), 0o700)
        try copies.make("one")
        for name in ["\u{e9}", "e\u{301}"] { mkdir(scratch("cache/prepared/" + name), 0o700) }
        #expect(throws: Never.self) { _ = try copies.makeRoom(for: "one", by: "Change", keeping: []) }
    }

    @Test func tooManyFilesAreTheFaultOfThisOneAlone() throws {
        mkdir(scratch("activityd"), 0o700)
        for token in ["one", "other"] { try copies.make(token) }
        _ = try make(4 * Content.maximumItems, step: 0, of: "one")
        let fault = #expect(throws: TransformFault.self) {
            try copies.makeRoom(beyond: .max, for: "one", by: "Change", keeping: [])
        }
        #expect(fault?.reason == "Change made more than 16384 files.")
        #expect(throws: Never.self) { _ = try copies.makeRoom(for: "other", by: "Copy", keeping: []) }
        copies.remove("one")
        #expect(Files.names(in: scratch("cache/prepared")) == ["other", "other.owner"])
    }
}
