// SPDX-License-Identifier: Apache-2.0

/// Programs that take text for code, by the way in which they take it.
enum ScriptReader {
    /// Reads scripts of the shell, whose text is read here too.
    case shell
    /// Reads scripts of a shell with other rules, whose text is not.
    case otherShell
    /// Reads another language, from a path or behind an option.
    case interpreter
    /// Reads another language from its first word.
    case filter

    private static let shells: Set<String> = ["sh", "bash", "rbash", "dash", "ash", "posh"]
    private static let otherShells: Set<String> = [
        "zsh", "rzsh", "ksh", "rksh", "mksh", "lksh", "oksh", "pdksh", "yash", "csh", "bsdcsh", "tcsh",
        "fish",
        "xonsh", "elvish", "pwsh", "nu",
    ]
    private static let interpreters: Set<String> = [
        "perl", "python", "pypy", "ruby", "php", "node", "nodejs", "lua", "luajit", "tclsh", "wish", "expect",
        "gjs",
        "guile", "dc", "ed", "gdb", "sqlite", "psql", "mysql", "mariadb", "gnuplot", "octave", "ftp", "lftp",
        "deno", "bun",
    ]
    private static let filters: Set<String> = ["awk", "gawk", "mawk", "nawk", "sed", "gsed"]
    /// Make one command of their words, or read commands from their input or from a variable.
    private static let joiners: Set<String> = [
        "eval", "trap", "alias", "bind", "complete", "mapfile", "readarray", "fc", "su", "runuser", "sg",
        "watch",
        "tmux", "screen", "at", "batch", "crontab", "parallel", "sem", "coproc",
        "ssh", "autossh", "pssh", "mosh", "rsh", "remsh", "lsh", "dbclient", "plink", "adb shell",
        "adb exec-out",
    ]
    /// Options behind which a program runs a command: the terminals' ones, and those of a few more.
    private static let terminalOptions = "cex"
    private static let options = [
        "script": "c", "flock": "c", "st": "e", "foot": "e", "sakura": "ex", "guake": "e", "kgx": "e",
        "ptyxis": "x", "ghostty": "e", "alacritty": "e", "kitty": "e", "tilix": "e", "tilda": "c",
        "konsole": "e",
        "rxvt": "e", "urxvt": "e", "vi": "cS", "vim": "cS", "nvim": "cS", "gvim": "cS", "view": "cS",
        "git": "c",
        "env": "S", "ex": "c", "emacs": "f", "tar": "IF", "bsdtar": "IF", "rsync": "e", "man": "PH",
        "zip": "T", "less": "kp",
    ]
    /// Words in the name of a long option that tell of a command.
    private static let optionWords = [
        "action", "cmd", "command", "compress-prog", "editor", "eval", "exec", "filter", "pager", "program",
        "rsh", "script",
        "shell",
    ]
    /// Words by which a program in another language starts programs, or reads a file's name as a command.
    private static let starters = [
        "system", "exec", "popen", "spawn", "subprocess", "eval", "open", "`", "|", "qx", "<>", "import(",
        "__import__", "ARGV>", "readline", "readpipe", "passthru", "%x(", "%x{", "%x[",
    ]
    /// Start the program that their words name.
    private static let wrappers: Set<String> = [
        "sudo", "doas", "pkexec", "gksu", "gksudo", "kdesu", "beesu", "env", "nice", "ionice", "nohup",
        "setsid", "timeout",
        "stdbuf", "xargs", "busybox", "toybox", "chroot", "unshare", "nsenter", "firejail", "systemd-run",
        "strace", "ltrace",
        "time", "exec", "command", "builtin", "dbus-run-session", "dbus-launch", "sshpass", "chrt", "taskset",
        "setpriv",
    ]

    /// The letters of a wrapper's options that have no value.
    private static let flags = [
        "sudo": "AbEHiKknPSsV", "doas": "Lns", "env": "0iv", "xargs": "0oprtx", "setsid": "cfw",
        "time": "apqvV",
    ]

    init?(_ word: String) {
        let name = Self.baseName(word)
        let letters = name.filter { $0.isLetter }
        if Self.shells.contains(letters) {
            self = .shell
        } else if Self.otherShells.contains(letters) {
            self = .otherShell
        } else if Self.filters.contains(name) {
            self = .filter
        } else if Self.interpreters.contains(letters) {
            self = .interpreter
        } else {
            return nil
        }
    }

    static func isJoiner(_ word: String) -> Bool { joiners.contains(baseName(word)) }

    /// Whether the word is a program's own command, such as `adb shell`, that makes a command of those behind it.
    static func isJoiner(_ word: String, after before: some Sequence<String>) -> Bool {
        before.contains { joiners.contains(baseName($0) + " " + word) }
    }

    /// Whether the program takes any of its words, or its input, for code or a command.
    static func isOne(_ word: String) -> Bool {
        ScriptReader(word) != nil || isJoiner(word) || isWrapper(word) || !commandOptions(word).isEmpty
    }

    /// Whether a wrapper's option has no value.
    static func isFlag(_ option: String, of wrapper: String) -> Bool {
        option.dropFirst().allSatisfy { flags[baseName(wrapper)]?.contains($0) == true }
    }

    static func isWrapper(_ word: String) -> Bool { wrappers.contains(baseName(word)) }

    /// The letters of the options behind which the program runs a command.
    static func commandOptions(_ word: String) -> String {
        let name = baseName(word)
        return options[name] ?? (name.contains("term") ? terminalOptions : "")
    }

    /// Whether a long option is for a command: `--checkpoint-action=exec=x`, `-exec`.
    static func isForCommand(_ option: String) -> Bool {
        guard option.hasPrefix("-"), option.count > 4 else { return false }
        let name = option.prefix { $0 != "=" }
        return optionWords.contains { name.contains($0) }
    }

    /// Whether a script in another language may start programs.
    static func startsPrograms(_ script: String, of program: String) -> Bool {
        if baseName(program).hasSuffix("sed") { return isRun(bySed: script) }
        return starters.contains { script.contains($0) } || isRunTwice(script)
    }

    /// Whether it opens the files that it is given as perl does, to which a bar at the end of a name means a command.
    static func opensNames(_ program: String, letters: String) -> Bool {
        baseName(program).hasPrefix("perl") && letters.contains { "np".contains($0) }
            && !letters.contains("i")
    }

    /// `e`, `s/x/y/e`, with a comment behind it or none.
    private static func isRun(bySed script: String) -> Bool {
        script.split { ";\n{}".contains($0) }.contains { command in
            let isMarkedByHash = command.contains("s#")
            return (isMarkedByHash ? [command] : command.split(separator: "#")).contains { part in
                let flags = part.reversed().drop { $0 == " " }.prefix { $0.isLetter || $0.isNumber }
                return flags.contains("e") && flags.allSatisfy { "egpiImM0123456789".contains($0) }
            }
        }
    }

    /// `s/x/y/ee`, by which perl runs what the replacement comes to.
    private static func isRunTwice(_ script: String) -> Bool {
        script.split { !$0.isLetter && !"/}])!#,~^".contains($0) }.contains { part in
            let flags = part.reversed().prefix(while: \.isLetter)
            return flags.count < part.count && flags.filter { $0 == "e" }.count > 1
                && flags.allSatisfy { "msixpodualngcer".contains($0) }
        }
    }

    /// The last part of a path; nothing of an option.
    static func baseName(_ word: String) -> String {
        word.hasPrefix("-") ? "" : String(word.split(separator: "/").last ?? "")
    }
}
