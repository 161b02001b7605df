// SPDX-License-Identifier: Apache-2.0

import Host
import Systemd

extension TransientService {
    /// Converts a plan; nil if an argument is not UTF-8, which D-Bus cannot carry.
    ///
    /// - Parameter folder: the working folder.
    init?(_ plan: LaunchPlan, named name: String, in folder: String) {
        let arguments = plan.command.arguments.compactMap { String(validating: $0, as: UTF8.self) }
        guard arguments.count == plan.command.arguments.count else { return nil }
        self.init(
            name: name, program: plan.command.program, arguments: arguments,
            properties: Self.life(plan, in: folder) + Self.streams(plan) + Self.bounds(plan)
                + (plan.isQuestion ? Self.quiet : []),
            keepsResult: plan.keepsResult)
    }

    private static func life(_ plan: LaunchPlan, in folder: String) -> [Property] {
        [
            .text("Description", plan.title), .text("Slice", "app.slice"),
            .text("Type", plan.isSandboxed ? "notify" : "exec"),
            .text("ExitType", "cgroup"), .text("WorkingDirectory", folder),
            // A program in a shell's pipe dies with its reader, as it does without systemd.
            .flag("IgnoreSIGPIPE", false),
            .number("TimeoutStopUSec", plan.stopTime), .text("SyslogIdentifier", plan.identifier),
            .list("Environment", plan.environment.map { $0.name + "=" + $0.value }),
        ]
    }

    /// Settings with which systemd logs neither start nor end, and a unit fails only by systemd's own exit
    /// statuses, from 200 on.
    private static let quiet: [Property] = [
        .integer("LogLevelMax", 3), .statuses("SuccessExitStatus", 1...199),
    ]

    private static func bounds(_ plan: LaunchPlan) -> [Property] {
        guard plan.isConfined else { return [] }
        return [
            .number("MemoryMax", UInt64(Confinement.memoryBytes)), .number("MemorySwapMax", 0),
        ]
    }

    private static func streams(_ plan: LaunchPlan) -> [Property] {
        var properties = stream("StandardOutput", plan.output) + stream("StandardError", plan.errors)
        if let input = plan.input {
            properties.append(.descriptor("StandardInputFileDescriptor", input.number))
        }
        return properties
    }

    /// A stream's settings. The descriptor overrides "null"; if both streams were "journal", systemd would
    /// duplicate the output's descriptor as standard error.
    private static func stream(_ name: String, _ end: Descriptor?) -> [Property] {
        guard let end else { return [.text(name, "journal")] }
        return [.text(name, "null"), .descriptor(name + "FileDescriptor", end.number)]
    }
}
