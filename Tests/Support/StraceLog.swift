// SPDX-License-Identifier: Apache-2.0

/// The output of strace(1) in one file for several processes and threads.
package enum StraceLog {
    /// The complete calls, in the order in which they began: strace splits a call when another thread's call
    /// interrupts it.
    package static func calls(_ text: String) -> [String] {
        let lines = text.split(separator: "\n")
        return lines.indices.compactMap { index -> String? in
            let line = lines[index]
            if line.contains(" resumed>") { return nil }
            guard let cut = line.firstRange(of: " <unfinished ...>") else { return String(line) }
            let thread = line.prefix { $0 != " " } + " "
            let rest = lines[index...].dropFirst().first { $0.hasPrefix(thread) }
            let end = rest.flatMap { rest in rest.firstRange(of: " resumed>").map { rest[$0.upperBound...] } }
            return String(line[..<cut.lowerBound]) + (end ?? "")
        }
    }
}
