// SPDX-License-Identifier: Apache-2.0

import ActivityDrawing
import ActivityModel
import ActivityRegistry
import TestSupport
import Testing

/// The folders in Tests/Fixtures: `y_*` are accepted, `n_<rule>[_<variant>]` are refused by that rule only.
@Suite("Bundles on the disk")
struct BundleFixtureTests {
    static let folder = Fixtures.folder
    static let accepted = Fixtures.names.filter { $0.hasPrefix("y_") }
    static let refused = Fixtures.names.filter { $0.hasPrefix("n_") }

    static let validator = BundleValidator(neighbours: Neighbours(Fixtures.system))

    private func candidate(_ fixture: String) throws -> Candidate {
        let name = try #require(Files.names(in: Self.folder + "/" + fixture).first)
        return Self.validator.candidate(folder: Self.folder + "/" + fixture + "/" + name)
    }

    @Test(arguments: accepted)
    func `A good bundle has no fault and an icon to be judged`(fixture: String) throws {
        let candidate = try candidate(fixture)
        #expect(candidate.diagnostics == [])
        #expect(candidate.findingsKey != nil)
        #expect(candidate.icons?.findingsKey == candidate.findingsKey)
        #expect(candidate.finished(with: IconFindings([])).standing == .present)
    }

    @Test(arguments: refused)
    func `A bad bundle is refused by the rule it is named after`(fixture: String) throws {
        let rule = try #require(Rule(rawValue: String(fixture.dropFirst(2).prefix { $0 != "_" })))
        let errors = try candidate(fixture).finished().diagnostics.filter { $0.severity == .error }
        #expect(Set(errors.map(\.rule)) == [rule])
        #expect(errors.allSatisfy { $0.message.count > 20 })
    }

    @Test func `There is a fixture for every rule that needs no made-up file`() {
        let proved = Set(Self.refused.map { String($0.dropFirst(2).prefix { $0 != "_" }) })
        let made: Set<Rule> = [.manifestBytes, .bundleOwner, .iconBytes, .identifierTwice]
        let rules = Rule.allCases.filter {
            $0.severity == .error && !made.contains($0)
                && (!$0.rawValue.hasPrefix("icon-") || $0 == .iconMissing)
        }
        #expect(Set(rules.map(\.rawValue)).subtracting(proved) == [])
    }
}
