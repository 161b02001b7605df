// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ActivityDaemon

/// What a narrowed activity is shown of the folders that are empty inside.
struct SandboxPlacesTests {
    private static let runtime = "/run/user/1000"
    private static let stores = "/home/ada/.cache/activityd/performs"

    private static let places = SandboxPlaces(
        covered: ["/tmp", "/run", "/dev", runtime, stores], private: [stores, runtime + "/activityd"])

    /// Nil where it is refused.
    private static func shown(_ paths: [String]) -> [String]? {
        let shown = try? places.shown(for: paths.map { Array($0.utf8) })
        return shown?.map { String(decoding: $0, as: UTF8.self) }
    }

    private static func files(_ folder: String, _ count: Int) -> [String] {
        (0..<count).map { "\(folder)/\($0 + 100)" }
    }

    private static func folders(_ folder: String, _ count: Int) -> [String] {
        files(folder, count).map { $0 + "/file" }
    }

    @Test func fewAreShownByThemselvesAndWhatIsThereAnywayIsNot() {
        #expect(Self.shown(Self.files("/tmp/a", 64) + ["/home/ada/x"]) == Self.files("/tmp/a", 64))
        #expect(Self.shown(["/tmpfile", "/home/ada/y"]) == [])
    }

    struct Case: CustomTestStringConvertible {
        let testDescription: String
        let paths: [String]
        let shown: [String]
    }

    /// The document portal gives each file a folder of its own.
    private static let folded = [
        Case(
            testDescription: "many in one folder", paths: files("/tmp/a", 300) + ["/tmp/one"],
            shown: ["/tmp/a", "/tmp/one"]),
        Case(
            testDescription: "the fullest folder only",
            paths: files("/tmp/a", 60) + ["/tmp/b/1", "/tmp/b/2"]
                + ["/tmp/c/1", "/tmp/d/1", "/tmp/one"],
            shown: ["/tmp/a", "/tmp/b/1", "/tmp/b/2", "/tmp/c/1", "/tmp/d/1", "/tmp/one"]),
        Case(
            testDescription: "the document portal and a file beside it",
            paths: folders(runtime + "/doc", 64) + [runtime + "/one"],
            shown: [runtime + "/doc", runtime + "/one"]),
        Case(
            testDescription: "a folder and what lies in it", paths: ["/tmp/a"] + files("/tmp/a", 64),
            shown: ["/tmp/a"]),
    ]

    @Test(arguments: folded)
    func manyAreShownByTheFoldersThatTheyLieIn(_ one: Case) {
        #expect(Self.shown(one.paths) == one.shown)
    }

    /// Files of which the folder holds what nobody has chosen.
    @Test(arguments: [
        "/tmp", "/run", "/run/user", runtime, "/dev", "/dev/../tmp/x", "/tmp/./x", "/tmp//x",
        "/tmp/x/../../run/user/1000", runtime + "/activityd", runtime + "/activityd/performs/0123",
        stores, stores + "/0123", stores + "/0123/files/0",
    ])
    func whatWouldShowMoreIsRefused(_ folder: String) throws {
        let paths = Self.files(folder, 65)
        let refusal = #expect(throws: PerformRefusal.self) {
            try Self.places.shown(for: paths.map { Array($0.utf8) })
        }
        #expect(
            "\(refusal as Any)".contains("notPerformable") && "\(refusal as Any)".contains("Choose fewer"))
        #expect(Self.shown(Array(paths.dropLast())) == paths.dropLast().sorted())
    }

    /// One folder that is empty inside lies in another: as in tests, and where $TMPDIR is the home folder's.
    @Test func aFolderThatHoldsAnEmptyOneIsNotShown() {
        let places = SandboxPlaces(covered: ["/tmp", "/tmp/x/run"], private: [])
        let paths = Self.files("/tmp/x", 65).map { Array($0.utf8) }
        #expect(throws: PerformRefusal.self) { try places.shown(for: paths) }
    }
}
