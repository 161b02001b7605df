// SPDX-License-Identifier: Apache-2.0
//
// A browser's messages to activity-share-host. An accepted share is complete and within the limits, has a
// safe origin, link and file names, and makes a valid call of Share. A rejected one has an error message.
//
// Each line of the input becomes a message, framed with its length. Bytes after the first NUL are sent
// unchanged, so that the fuzzer also tries wrong lengths.

import CLinux
import Glibc
import Harness
import Host
import SessionBus

@testable import BrowserHost

@_cdecl("LLVMFuzzerTestOneInput")
func fuzz(start: UnsafePointer<UInt8>?, count: Int) -> CInt {
    let host = BrowserHost(input: Conversation.input, output: Conversation.output)
    Conversation.begin(with: framed(input(start, count)))
    do throws(HostError) {
        if let share = try host.receive() { check(share) }
    } catch {
        expect(!error.message.isEmpty, "a refusal says nothing")
    }
    return 0
}

private func framed(_ bytes: [UInt8]) -> [UInt8] {
    let end = bytes.firstIndex(of: 0) ?? bytes.endIndex
    let lines = bytes[..<end].split(separator: UInt8(ascii: "\n"))
    let messages = lines.flatMap { line in withUnsafeBytes(of: UInt32(line.count)) { Array($0) } + line }
    return messages + bytes[end...].dropFirst()
}

private func check(_ share: PageShare) {
    expect(share.origin.name.utf8.count <= 300, "the origin is too long")
    expect(share.origin.name.allSatisfy(\.isASCII), "the origin may look like another")
    expect(
        share.url.map { $0.hasPrefix("http://") || $0.hasPrefix("https://") } != false,
        "the link is not the web's")
    expect(share.files.count <= PageShare.maximumFiles, "there are too many files")
    expect(share.files.reduce(0) { $0 + $1.received } <= PageShare.maximumBytes, "the files are too large")
    for file in share.files {
        var status = stat()
        expect(file.isWhole && fstat(file.descriptor.number, &status) == 0, "a file is not whole")
        expect(status.st_size == file.received, "a file has other bytes than were received")
        expect(SharedFile.isSafe(file.name), "a file is named \(file.name)")
    }
    let body = Variant(taking: share.body(token: "a"))
    expect(body?.isOf(type: "(sasa{sv})") == true, "it makes no call")
}

/// The host's input, a file in memory, and its output, which is discarded.
private enum Conversation {
    static let input = linux_memory_file("frames")
    static let output = open("/dev/null", O_WRONLY)

    static func begin(with bytes: [UInt8]) {
        let isWritten =
            ftruncate(input, 0) == 0 && pwrite(input, bytes, bytes.count, 0) == bytes.count
            && lseek(input, 0, SEEK_SET) == 0
        expect(isWritten, "the input cannot be written")
    }
}
