// SPDX-License-Identifier: Apache-2.0

/// Programs that the rules for files' names know, by base name.
enum Programs {
    /// Display their arguments.
    static let displayPrograms: Set<String> = [
        "kdialog", "zenity", "notify-send", "xmessage", "echo", "printf",
    ]
    /// Treat their input as data, and write no file.
    static let sinks = displayPrograms.union([
        "xclip", "xsel", "wl-copy", "more", "cat", "tac", "head", "tail", "wc", "tr", "cut", "grep",
        "base64", "md5sum", "sha1sum", "sha256sum", "sha512sum", "lp", "lpr",
    ])
    static let pathPrinters: Set<String> = ["dirname", "readlink", "realpath", "mktemp"]
    /// Print a path, a file's name, or the person's choice.
    static let namePrinters = pathPrinters.union(["basename", "kdialog", "zenity"])
    /// Print nothing that a file's name could become.
    static let printers = namePrinters.union([
        "xdg-user-dir", "date", "nproc", "hostname", "id", "whoami", "kf5-config", "kde4-config",
        "tde-config",
        "qtpaths", "cut", "expr",
    ])
    /// Words after which the shell's parameters may no longer be the files.
    static let changers: Set<String> = ["set", "shift", "source", ".", "function"]
    /// Words of bash and dash that read code or a variable's name, redefine commands, or begin a condition.
    static let builtins: Set<String> = [
        "eval", "trap", "alias", "unalias", "bind", "compgen", "complete",
        "compopt", "coproc", "declare", "typeset", "local", "export", "readonly", "let", "enable", "hash",
        "fc", "getopts", "history", "jobs", "mapfile", "readarray", "unset", "wait", "shopt",
        "read", "test", "if", "then", "elif", "else", "while", "until", "case", "select", "command",
        "builtin", "in",
    ]
    private static let shells: Set<String> = ["sh", "bash", "rbash", "dash", "ash", "posh"]
    private static let interpreters: Set<String> = [
        "python", "pypy", "perl", "ruby", "php", "node", "nodejs", "lua", "luajit", "tclsh", "wish", "gjs",
        "guile", "deno", "bun", "zsh", "ksh", "mksh", "csh", "tcsh", "fish", "pwsh",
    ]
    /// Run the program in their arguments, and pass it the rest.
    static let wrappers: Set<String> = [
        "sudo", "doas", "pkexec", "gksu", "gksudo", "kdesu", "beesu", "env", "nice", "ionice", "nohup",
        "setsid", "stdbuf", "systemd-run", "dbus-run-session", "dbus-launch", "time", "unbuffer", "torsocks",
        "torify", "proxychains", "eatmydata", "prlimit", "catchsegv", "xvfb-run", "optirun", "primusrun",
        "prime-run", "gamemoderun", "mangohud",
    ]
    /// Build a command from their arguments or input, or interpret a language that is not modelled here.
    static let runners: Set<String> = [
        "su", "runuser", "sg", "su-to-root", "watch", "tmux", "screen", "at", "batch", "crontab", "parallel",
        "sem", "ssh", "autossh", "pssh", "mosh", "rsh", "remsh", "lsh", "dbclient", "plink", "shell",
        "exec-out", "flock", "timeout", "script", "chroot", "unshare", "nsenter", "firejail", "strace",
        "ltrace", "sshpass", "chrt", "taskset", "setpriv", "busybox", "toybox", "socat", "m4", "make",
        "expect", "ftp", "sftp", "lftp", "bc", "dc", "ed", "ex", "gdb", "gnuplot", "octave", "sqlite",
        "sqlite3", "psql", "mysql", "mariadb", "timeit", "fd", "fdfind", "fzf", "bwrap", "ssh-agent",
        "setarch", "linux32", "linux64", "choom", "sotruss", "valgrind", "start-stop-daemon", "systemd-cat",
        "systemd-inhibit", "find", "xargs", "sed", "gsed", "awk", "gawk", "mawk", "nawk", "yad", "tee", "dd",
        "sponge",
    ]
    private static let terminals: Set<String> = [
        "konsole", "alacritty", "kitty", "foot", "st", "sakura", "guake", "kgx", "ptyxis", "ghostty", "tilix",
        "tilda", "rxvt", "urxvt", "urxvtc", "blackbox",
    ]
    private static let programFolders: Set<Substring> = ["bin", "sbin", "lib", "lib64", "libexec", "games"]
    /// Uses of `-c`, `-e` and `-x` that run no command.
    private static let harmless = [
        "kgpg": "e", "audacious": "e", "gpg": "ce", "gpg2": "ce", "grep": "ce", "tar": "cx", "wc": "c",
        "md5sum": "c", "sha256sum": "c", "xarchiver": "cex", "chmod": "x",
    ]
    private static let commandWords = [
        "action", "askpass", "cmd", "command", "compress-prog", "editor", "eval", "exec", "filter", "pager",
        "program", "receive-pack", "rsh", "script", "shell", "system", "upload-pack",
    ]

    static func isShell(_ word: String) -> Bool { shells.contains(language(word)) }

    static func isInterpreter(_ word: String) -> Bool { interpreters.contains(language(word)) }

    /// An interpreter's name without its version: `perl` for `perl5.36-x86_64-linux-gnu`.
    private static func language(_ word: String) -> String {
        let name = baseName(word)
        let version = name.firstIndex { $0.isNumber || $0 == "-" } ?? name.endIndex
        return String(name[..<version])
    }

    /// Whether the program is given by a path outside the folders of installed programs.
    static func isOwnScript(_ word: String) -> Bool {
        word.contains("/") && programFolders.isDisjoint(with: word.split(separator: "/").dropLast())
    }

    /// Whether the program may run a word of its arguments.
    static func isWrapper(_ word: String) -> Bool {
        let name = baseName(word)
        return wrappers.contains(name) || terminals.contains(name) || name.contains("term")
    }

    /// Whether a further argument would be the program that is run, or an interpreter's script.
    static func lackProgram(_ words: [String]) -> Bool {
        words.allSatisfy { word in
            word.hasPrefix("-") || FilePlaces.assigned(word) != nil || isShell(word) || isInterpreter(word)
                || wrappers.contains(baseName(word))
        }
    }

    /// Whether the program runs the value of an option, or of a prefix such as `SYSTEM:` in the same word.
    static func isForCommand(_ option: String, of program: String) -> Bool {
        let isOption = option.hasPrefix("-")
        let name = option.lowercased().prefix { !isOption || $0.isLetter || "-.".contains($0) }
        if isOption ? name.count > 4 : option.contains(where: { "=:".contains($0) }),
            commandWords.contains(where: name.contains)
        {
            return true
        }
        guard isOption, option.count < 4, let letter = option.last else { return false }
        return "cex".contains(letter) && harmless[baseName(program)]?.contains(letter) != true
    }

    static func baseName(_ word: String) -> String {
        word.hasPrefix("-") ? "" : String(word.split(separator: "/").last ?? "")
    }
}
