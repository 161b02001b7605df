// SPDX-License-Identifier: Apache-2.0

import StrictJSON
import Testing

@testable import activityctl

@Suite("activityctl integrations")
struct ActivityctlIntegrationsTests {
    @Test func `The command lists all of them`() throws {
        let program = ActivityctlProgram()
        let run = program("integrations")
        #expect(run.status == 0)
        for integration in Integration.all { #expect(run.output.contains(integration.name)) }
        guard case .array(let all) = try JSON(parsing: program("integrations", "--json").output) else {
            Issue.record("This is no array.")
            return
        }
        #expect(all.count == Integration.all.count)
    }
}
