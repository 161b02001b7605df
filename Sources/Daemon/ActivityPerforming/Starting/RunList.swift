// SPDX-License-Identifier: Apache-2.0

/// The programs that activity-sandbox starts one after another, as its each.c reads them.
struct RunList {
    /// For thousands of items with paths as long as they come; the list is held in memory.
    static let maximumBytes = 16 << 20

    private(set) var bytes: [UInt8] = []

    /// - Throws: `limitExceeded` where there is too much to be started.
    init(_ runs: [PerformJob], program: String) throws(PerformRefusal) {
        for run in runs {
            add(try Command(run, program: program), ActivityInput.bytes(for: run))
            guard bytes.count <= Self.maximumBytes else { throw .limitExceeded("files", Self.maximumBytes) }
        }
    }

    private mutating func add(_ command: Command, _ input: [UInt8]?) {
        let words = [command.folder ?? [], Array(command.program.utf8)] + command.arguments
        add(UInt32(words.count))
        add(input.map { UInt32($0.count) } ?? .max)
        for word in words { bytes += word + [0] }
        bytes += input ?? []
    }

    private mutating func add(_ number: UInt32) {
        withUnsafeBytes(of: number) { bytes += $0 }
    }
}
