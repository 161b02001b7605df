// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Processes that outlive the program that a test started. Their environment names the test's folder.
package enum LeftProcesses {
    /// Kills the processes whose environment names `folder`, and waits until there is none.
    ///
    /// - Returns: false if some do not end.
    package static func end(of folder: String) -> Bool {
        HangLimit.passes {
            let left = Files.names(in: "/proc").compactMap { pid_t($0) }.filter { names(folder, $0) }
            for process in left { kill(process, SIGKILL) }
            return left.isEmpty
        }
    }

    /// Whether a process's environment names `folder`; one that has ended has none any more.
    private static func names(_ folder: String, _ process: pid_t) -> Bool {
        // Strings, each ended by NUL, as another one is at their end here.
        let environment = Files.read("/proc/\(process)/environ") + [0]
        return environment.withUnsafeBytes { bytes in
            guard var text = bytes.baseAddress?.assumingMemoryBound(to: CChar.self) else { return false }
            let end = text + bytes.count
            while text < end {
                if strstr(text, folder) != nil { return true }
                text += strlen(text) + 1
            }
            return false
        }
    }
}
