// SPDX-License-Identifier: Apache-2.0

import CGIO
import Glibc

/// A program that a test started, watched by the loop; killed with this value, at the latest.
final class ChildProgram {
    struct Ending {
        let status: CInt
        let output: String
        let errors: String
    }

    struct Failure: Error {
        let reason: String
    }

    private let process: OpaquePointer

    init(_ command: [String], environment: [String: String] = [:]) throws {
        let flags = GSubprocessFlags(
            rawValue: G_SUBPROCESS_FLAGS_STDOUT_PIPE.rawValue | G_SUBPROCESS_FLAGS_STDERR_PIPE.rawValue)
        let launcher = g_subprocess_launcher_new(flags)
        defer { g_object_unref(gpointer(launcher)) }
        for (name, value) in environment { g_subprocess_launcher_setenv(launcher, name, value, 1) }
        var arguments = command.map { UnsafePointer<CChar>(strdup($0)) } + [nil]
        defer { for argument in arguments { free(UnsafeMutableRawPointer(mutating: argument)) } }
        var error: UnsafeMutablePointer<GError>?
        guard let process = g_subprocess_launcher_spawnv(launcher, &arguments, &error) else {
            defer { g_clear_error(&error) }
            throw Failure(reason: error.map { String(cString: $0.pointee.message) } ?? command[0])
        }
        self.process = process
    }

    deinit {
        // GIO would send it from a thread of its own, which may end with the tests before.
        let identifier = g_subprocess_get_identifier(process)
        if let pid = identifier.flatMap({ pid_t(String(cString: $0)) }) { kill(pid, SIGKILL) }
        g_object_unref(gpointer(process))
    }

    /// Waits for it.
    func firstLine() throws -> String {
        var line: [UInt8] = []
        var byte: UInt8 = 0
        let output = g_subprocess_get_stdout_pipe(process)
        while g_input_stream_read(output, &byte, 1, nil, nil) == 1, byte != 0x0A { line.append(byte) }
        return String(decoding: line, as: UTF8.self)
    }

    /// Waits for it; nil where it ends without.
    func firstByte() throws -> UInt8? {
        var byte: UInt8 = 0
        return g_input_stream_read(g_subprocess_get_stdout_pipe(process), &byte, 1, nil, nil) == 1
            ? byte : nil
    }

    func end(then: @escaping (Ending) -> Void) {
        let box = Unmanaged.passRetained(Box(then)).toOpaque()
        g_subprocess_communicate_utf8_async(
            process, nil, nil,
            { source, result, box in
                guard let source, let box else { return }
                let process = OpaquePointer(source)
                var output: UnsafeMutablePointer<CChar>?
                var errors: UnsafeMutablePointer<CChar>?
                g_subprocess_communicate_utf8_finish(process, result, &output, &errors, nil)
                let isExit = g_subprocess_get_if_exited(process) != 0
                Unmanaged<Box>.fromOpaque(box).takeRetainedValue().then(
                    Ending(
                        status: isExit ? g_subprocess_get_exit_status(process) : -1,
                        output: output.map { String(cString: $0) } ?? "",
                        errors: errors.map { String(cString: $0) } ?? ""))
                g_free(output)
                g_free(errors)
            }, box)
    }

    private final class Box {
        let then: (Ending) -> Void

        init(_ then: @escaping (Ending) -> Void) {
            self.then = then
        }
    }
}
