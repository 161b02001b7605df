// SPDX-License-Identifier: Apache-2.0

/// Programs that the rules for files' names know, by base name.
enum Programs {
    /// Display their arguments.
    static let showers: Set<String> = ["kdialog", "zenity", "notify-send", "xmessage", "echo", "printf"]
    /// Treat their input as data, from a pipe or from a file that the line has written.
    static let readers: Set<String> = showers.union([
        "xclip", "xsel", "wl-copy", "sort", "uniq", "wc", "head", "tail", "tr", "cut", "grep", "egrep",
        "fgrep", "cat", "tac", "tee", "nl", "fold", "column", "base64", "md5sum", "sha1sum", "sha256sum",
        "sha512sum", "gzip", "iconv", "less", "more", "lp", "lpr", "cd", "true", "false", "exit", "break",
        "continue", "read", "sleep", "date", "expr", "basename", "dirname", "readlink", "realpath", "mktemp",
        "stat", "file", "ls", "du", "df", "cp", "mv", "ln", "rm", "mkdir", "rmdir", "touch", "chmod", "fi",
        "done", "esac", "for", "select", "case", "[", "[[", "test", ":", "<", ">",
    ])
    static let pathPrinters: Set<String> = [
        "dirname", "readlink", "realpath", "mktemp", "xdg-user-dir", "pwd",
    ]
    /// Print a folder's entries or the clipboard: names that the line does not mention.
    static let listers: Set<String> = ["ls", "dir", "vdir", "find", "pwd", "xclip", "xsel", "wl-paste"]
    /// Print a path, a file's name, or the person's choice.
    static let namePrinters = pathPrinters.union(["basename", "kdialog", "zenity"])
    /// Write their input to the files in their arguments.
    static let writers: Set<String> = ["tee", "sponge", "dd"]
    /// Write to a file if an option or argument says so.
    static let filers: Set<String> = ["sort", "uniq", "iconv", "cp"]
    /// Builtins of bash and dash that read code or a variable's name, or redefine commands.
    static let builtins: Set<String> = [
        "function", "eval", "source", ".", "trap", "alias", "unalias", "bind", "compgen", "complete",
        "compopt", "coproc", "declare", "typeset", "local", "export", "readonly", "let", "enable", "hash",
        "fc", "getopts", "history", "jobs", "mapfile", "readarray", "unset", "wait", "shopt",
    ]
    private static let shells: Set<String> = ["sh", "bash", "rbash", "dash", "ash", "posh"]
    /// Run the program in their arguments, and pass it the rest.
    static let wrappers: Set<String> = [
        "sudo", "doas", "pkexec", "gksu", "gksudo", "kdesu", "beesu", "env", "nice", "ionice", "nohup",
        "setsid", "stdbuf", "xargs", "systemd-run", "dbus-run-session", "dbus-launch", "time",
        "unbuffer", "torsocks", "torify", "proxychains", "eatmydata", "prlimit", "catchsegv", "xvfb-run",
        "optirun", "primusrun", "prime-run", "gamemoderun", "mangohud",
    ]
    /// Build a command from their arguments or input, in ways that are not modelled here.
    static let runners: Set<String> = [
        "su", "runuser", "sg", "su-to-root", "watch", "tmux", "screen", "at", "batch", "crontab", "parallel",
        "sem", "ssh", "autossh", "pssh", "mosh", "rsh", "remsh", "lsh", "dbclient", "plink", "shell",
        "exec-out", "flock", "timeout", "script", "chroot", "unshare", "nsenter", "firejail", "strace",
        "ltrace", "sshpass", "chrt", "taskset", "setpriv", "busybox", "toybox", "socat", "m4", "make",
        "expect", "ftp", "sftp", "lftp", "bc", "dc", "ed", "ex", "gdb", "gnuplot", "octave", "sqlite",
        "sqlite3", "psql", "mysql", "mariadb", "timeit", "fd", "fdfind", "fzf", "bwrap", "ssh-agent",
        "setarch", "linux32", "linux64", "choom", "sotruss", "valgrind", "start-stop-daemon", "systemd-cat",
        "systemd-inhibit",
    ]
    private static let terminals: Set<String> = [
        "konsole", "alacritty", "kitty", "foot", "st", "sakura", "guake", "kgx", "ptyxis", "ghostty", "tilix",
        "tilda", "rxvt", "urxvt", "urxvtc", "blackbox",
    ]
    /// Have options that run a command, or treat some file names as commands.
    private static let takers = wrappers.union([
        "vi", "vim", "nvim", "gvim", "view", "emacs", "git", "tar", "bsdtar", "rsync", "zip", "man", "less",
        "find", "sort", "split", "wget", "scp", "gs", "sox", "convert", "magick", "mogrify", "identify",
        "montage", "composite", "display",
    ])
    /// Options of wrappers that take no value.
    private static let flags = ["sudo": "AEHKSikns", "env": "i", "xargs": "rt", "setsid": "cfw"]
    /// Options that run a command, besides `-c`, `-e` and `-x`.
    private static let options = [
        "tar": "IF", "bsdtar": "I", "zip": "T", "man": "PH", "less": "kp", "env": "S", "vi": "S", "vim": "S",
        "nvim": "S", "gvim": "S", "view": "S", "emacs": "fl", "scp": "SD",
    ]
    /// Uses of `-c`, `-e` and `-x` that run no command.
    private static let harmless = [
        "kgpg": "e", "audacious": "e", "gpg": "ce", "gpg2": "ce", "grep": "ce", "egrep": "ce", "fgrep": "ce",
        "tar": "cx", "bsdtar": "cx", "wc": "c", "md5sum": "c", "sha256sum": "c", "xarchiver": "cex",
        "chmod": "x",
    ]
    private static let commandWords = [
        "action", "askpass", "cmd", "command", "compress-prog", "editor", "eval", "exec", "filter", "pager",
        "program", "receive-pack", "rsh", "script", "shell", "system", "upload-pack",
    ]

    static func isShell(_ word: String) -> Bool { shells.contains(language(word)) }

    /// An interpreter's name without its version: `perl` for `perl5.36-x86_64-linux-gnu`.
    static func language(_ word: String) -> String {
        let name = baseName(word)
        let version = name.firstIndex { $0.isNumber || $0 == "-" } ?? name.endIndex
        return String(name[..<version])
    }

    static func isTerminal(_ word: String) -> Bool {
        terminals.contains(baseName(word)) || baseName(word).contains("term")
    }

    /// Whether a word yet to be expanded could be an option that runs a command.
    static func mayBeOpened(_ word: String) -> Bool { isTerminal(word) || options[baseName(word)] != nil }

    static func isTaker(_ word: String) -> Bool { takers.contains(baseName(word)) || isTerminal(word) }

    /// Whether the word after an option may be its value.
    static func mayHaveValue(_ option: String, of wrapper: String) -> Bool {
        let flags = flags[baseName(wrapper)] ?? ""
        return option.hasPrefix("-") && option.allSatisfy { $0.isLetter || $0 == "-" }
            && !option.dropFirst().allSatisfy(flags.contains)
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
        guard isOption, option.count < (isTaker(program) ? 4 : 3), let letter = option.last
        else {
            return false
        }
        let letters = ("cex" + (options[baseName(program)] ?? "")).filter {
            harmless[baseName(program)]?.contains($0) != true
        }
        return letters.contains(letter)
    }

    /// Whether an option's value is a pattern that the program itself matches: `find -name '*.txt'`.
    static func takesPattern(_ option: String) -> Bool {
        option.hasPrefix("-") && !option.contains("=")
            && ["name", "path", "regex", "clude"].contains(where: option.contains)
    }

    static func baseName(_ word: String) -> String {
        word.hasPrefix("-") ? "" : String(word.split(separator: "/").last ?? "")
    }
}
