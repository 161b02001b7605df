// SPDX-License-Identifier: Apache-2.0

extension FilePlaces {
    /// Checks that a program, or a script that it reads, is the selected file, or a fixed file that the line
    /// does not write.
    func checkIsKnown(_ words: [String], _ index: Int, isScript: Bool = false) throws(Omission) {
        let path = words[index]
        guard isKnown(path) else { throw .namesAsScript }
        if Self.hasFile(path), Self.isAlone(path) {
            guard !commands.contains(where: isWriting) else { throw .namesAsScript }
        } else if isScript || path.contains("/") {
            // A program may choose the names of files that it writes in the working folder.
            let isAbsolute = ["/", "~/"].contains { path.hasPrefix($0) }
            guard isAbsolute || !commands.contains(where: isWriting) else { throw .namesAsScript }
            let name = Programs.baseName(path)
            guard !commands.contains(where: { $0 != current && mentions($0, name) }) else {
                throw .namesAsScript
            }
        }
    }

    /// Whether a path is a selected file, or ends in a literal name.
    private func isKnown(_ path: String) -> Bool {
        if let code = path.unicodeScalars.first.flatMap({ FileCode($0) }), path.unicodeScalars.count == 1 {
            return code.isPath || code.isURI
        }
        let expansions = Expansions(path)
        if expansions.isAlone, let content = expansions.contents.last {
            let values = commands.joined().filter { Self.assigned($0) == content }.map { Self.value($0) }
            // Variables may reference each other, and programs in them would escape the checks by name.
            return !holders.contains(content) && !values.isEmpty
                && values.allSatisfy {
                    !Expansions($0).isAlone && isKnown($0) && $0.contains("/")
                        && Programs.baseName($0).wholeMatch(of: /[^.]+\.[a-z]+/) != nil
                }
        }
        let name = Programs.baseName(String(expansions.outside))
        return name.contains { $0.isLetter || $0.isNumber || $0 == "}" }
            && !name.unicodeScalars.contains {
                FileCode($0) != nil || Expansions.isMark($0) || "*?[{".unicodeScalars.contains($0)
            }
    }

    /// Whether a command may write the file: it names the file in an argument.
    private func mentions(_ words: [String], _ name: String) -> Bool {
        guard !["[", "[[", "test"].contains(Self.program(words)), !Self.isShown(words) else { return false }
        return words.indices.contains { index in
            (words[index].hasSuffix(name) || Self.mayEnd(words[index], in: name))
                && index > Self.programIndex(words)
                && !words[..<index].contains(where: isInterpreter)
        }
    }

    /// Whether a word such as `y.$e` may end in this name after expansion.
    private static func mayEnd(_ word: String, in name: String) -> Bool {
        let scalars = Expansions(word).outside
        let end = scalars.lastIndex { Expansions.isMark($0) || "*?[]{}".unicodeScalars.contains($0) }
        guard let end, scalars.count > 1 else { return false }
        return name.hasSuffix(String(scalars[scalars.index(after: end)...]))
    }

    /// Checks that no command in the line may run a file into which names were written.
    func checkWritten() throws(Omission) {
        for index in commands.indices where isWriting(commands[index]) {
            let writer = commands[...index].lastIndex { ![">", "<"].contains($0.first) }
            let areReaders = commands.indices.allSatisfy {
                $0 == writer
                    || Programs.readers.contains(Programs.baseName(Self.program(commands[$0]) ?? ":"))
            }
            guard areReaders else { throw .namesAsScript }
        }
    }

    private static let devices = ["/dev/null", "/dev/stdout", "/dev/stderr", "/dev/tty"]

    /// Whether the command writes to a file other than a device or its own output.
    func isWriting(_ words: [String]) -> Bool {
        let isFiler = Self.program(words).map { Programs.filers.contains(Programs.baseName($0)) } == true
        let namesOutput = words.contains {
            Self.isOption($0, with: "o") || ["--o", "/dev/", "/proc/"].contains(where: $0.hasPrefix)
                || $0 == "-"
        }
        if isFiler, namesOutput { return true }
        let targets =
            words.first == ">"
            ? words.dropFirst() : words.drop { !Programs.writers.contains(Programs.baseName($0)) }.dropFirst()
        return targets.contains { target in
            let isOption = words.first != ">" && target.hasPrefix("-")
            let isDescriptor = target.wholeMatch(of: /&[0-9-]*/) != nil
            return !isOption && !isDescriptor && !Self.devices.contains(target)
        }
    }
}
