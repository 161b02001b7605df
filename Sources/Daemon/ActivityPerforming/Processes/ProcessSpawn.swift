// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc
import Host
import Systemd

/// A process that was spawned without systemd.
struct SpawnedProcess: Sendable {
    static let unitPrefix = "process-"

    let pid: pid_t
    /// Distinguishes the process from a later one with the same ID; nil if the process was gone.
    let startTime: Int?

    init(_ pid: pid_t) {
        self.pid = pid
        startTime = Self.startTime(of: pid)
    }

    var unit: String { Self.unitPrefix + String(pid) }

    /// Start time in clock ticks since boot (proc(5), field 22 of stat); nil if there is no such process.
    static func startTime(of pid: pid_t) -> Int? {
        guard let file = fopen("/proc/\(pid)/stat", "re") else { return nil }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 1024)
        guard fgets(&line, CInt(line.count), file) != nil else { return nil }
        let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        // The name, in parentheses, may contain spaces and parentheses.
        guard let end = text.lastIndex(of: ")") else { return nil }
        let fields = text[end...].split(separator: " ")
        return fields.count > 20 ? Int(fields[20]) : nil
    }
}

/// A program to spawn without systemd. It is spawned on the disk's thread, since the kernel reads the
/// program's file before the call returns.
struct ProcessSpawn: Sendable {
    private let plan: LaunchPlan
    private let variables: [String: String]
    private let folder: [UInt8]
    /// Path of the socket on which a sandbox reports that the program runs; nil without a sandbox.
    private let readyPath: String?

    init(_ plan: LaunchPlan, home: String, environment: [String: String]) {
        folder = plan.command.folder ?? Array(home.utf8)
        var variables = environment
        for (name, value) in plan.environment { variables[name] = value }
        readyPath = plan.isSandboxed ? plan.folder + "/ready" : nil
        if let readyPath { variables["NOTIFY_SOCKET"] = readyPath }
        self.variables = variables
        self.plan = plan
    }

    /// Spawns and records the process; call it once.
    ///
    /// - Parameter reportPath: called with each path before it is touched.
    /// - Returns: the process, and the socket by which its sandbox reports that the program runs, if it has
    ///   one.
    func start(_ reportPath: (String) -> Void) throws(PerformRefusal) -> (
        process: SpawnedProcess, receiver: NotifyReceiver?
    ) {
        let receiver = readyPath.flatMap { try? NotifyReceiver(binding: $0) }
        if readyPath != nil, receiver == nil {
            throw .notPerformable(reason: "The sandbox's socket could not be made.")
        }
        reportPath(shownFolder)
        guard withFolder({ access($0, X_OK) }) == 0 else { throw .system(shownFolder, errno) }
        reportPath(plan.command.program)
        let pid: pid_t
        do throws(Spawn.Failure) {
            pid = try Spawn.start(
                plan.command.program, plan.command.arguments, environment: variables, hasOwnSession: true,
                connect)
        } catch {
            throw .system(plan.command.program, error.code)
        }
        let process = SpawnedProcess(pid)
        plan.record?(process)
        return (process, receiver)
    }

    private var shownFolder: String { String(decoding: folder, as: UTF8.self) }

    /// Calls `body` with the working folder's path, which need not be UTF-8.
    private func withFolder(_ body: (UnsafePointer<CChar>) -> Int32) -> Int32 {
        (folder + [0]).map { CChar(bitPattern: $0) }.withUnsafeBufferPointer { bytes in
            bytes.baseAddress.map(body) ?? -1
        }
    }

    private func connect(_ actions: inout posix_spawn_file_actions_t) {
        if let input = plan.input {
            posix_spawn_file_actions_adddup2(&actions, input.number, 0)
        } else {
            posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        }
        posix_spawn_file_actions_adddup2(&actions, plan.output?.number ?? 2, 1)
        if let errors = plan.errors { posix_spawn_file_actions_adddup2(&actions, errors.number, 2) }
        _ = withFolder { linux_spawn_in_folder(&actions, $0) }
    }
}
