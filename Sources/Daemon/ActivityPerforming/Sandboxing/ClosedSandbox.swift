// SPDX-License-Identifier: Apache-2.0
//
// Inspectors and transforms open strangers' files with libraries that were not written for hostile input. So they have no
// network, and see these paths alone:
//
//     /usr, and what leads there        the system's programs
//     some files of /etc                those of `settings`, which programs of /usr are lost without
//     the bundle                        of the system's own, the folder of all of them, as they share modules
//     the items                         where the request says
//     $ACTIVITY_OUTPUT                  the one folder that a transform writes to
//     /tmp                              a private folder on the disk, gone with the program
//     /dev, /proc, /run/notify          the devices of every program, its own processes, and the socket of its progress
//
// All of this is in a root that is empty otherwise, so no link stands on the way to an item: each is mounted at the path that the
// request names, and what the path leads to outside is what is seen. The environment is empty but for a few names.

import ActivityModel
import Glibc
import Host

/// The place of an inspector or a transform.
struct ClosedSandbox {
    /// Links into /usr, or folders of their own on systems that have not merged them.
    private static let system = ["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"]
    /// The linker's cache, programs that have alternatives, fonts of drawings, and the zone in which times are said.
    private static let settings = [
        "/etc/alternatives", "/etc/fonts", "/etc/ld.so.cache", "/etc/localtime",
    ]
    /// Folders of the sandbox's own, in which nothing of other programs is shown.
    private static let own = ["/dev", "/proc", "/sys"]

    /// The bundle's folder as the program's path names it, and the program.
    let bundle: String
    let program: String
    /// Folders of modules outside of the bundle: those of PYTHONPATH, and what links of the system's lead to, as in a checkout.
    let modules: [String]
    /// The items' paths; none that were made of text.
    let items: [[UInt8]]
    /// The files that are made of text.
    let files: String
    /// The real path of the folder that takes what is made.
    let output: String?
    /// The real path of the folder that is /tmp inside.
    let temporaryFolder: String
    /// The socket of the progress.
    let notifyPath: String
    /// activity-sandbox, which lies in a place that is empty inside.
    let supervisor: String
    let environment: [(name: String, value: String)]
    let hidden: HiddenFolders

    init(
        of job: PerformJob, _ program: String, _ settings: PerformerSettings, in folder: PrivateFolder,
        _ note: (String) -> Void
    ) throws(PerformRefusal) {
        try folder.makeTemporary()
        bundle = job.sharedFolder
        self.program = program
        items = job.items.flatMap { [$0] + $0.alternatives }.filter { !$0.needsFile }.compactMap(\.path)
        files = Sandbox.real(folder.filesPath, note)
        output = job.outputFolder
        temporaryFolder = Sandbox.real(folder.temporaryPath, note)
        notifyPath = Sandbox.real(folder.path, note) + "/notify"
        supervisor = Sandbox.real(settings.sandboxProgram, note)
        let inherited = ["PATH", "PYTHONPATH", "TZ"].compactMap { name in
            settings.environment[name].map { (name: name, value: $0) }
        }
        environment = inherited + job.told
        // The home folder is never shown as a whole, however many files lie in it.
        let home = Sandbox.real(settings.home, note)
        hidden = HiddenFolders(
            covered: ["/", "/dev/shm", home],
            private: Self.own + [
                Sandbox.real(folder.storeBase, note), Sandbox.real(settings.activityStates, note),
                Sandbox.real(settings.runtimeFolder, note) + "/activityd",
            ], known: job.mounts)
        modules = Self.modules(job, settings, note).filter { [hidden] in hidden.mayShow(Array($0.utf8)) }
    }

    private static func modules(
        _ job: PerformJob, _ settings: PerformerSettings, _ note: (String) -> Void
    ) -> [String] {
        let named = (settings.environment["PYTHONPATH"] ?? "").split(separator: ":").map(String.init)
            .filter { BundlePath.isAbsolute($0) && access($0, F_OK) == 0 }
        guard job.isSystem else { return named }
        let python = job.sharedFolder + "/python"
        let linked = FolderNames.read(python).map { Sandbox.real(python + "/" + $0, note) }
        return named + linked.filter { !$0.hasPrefix(RealPath.of(python) + "/") }
    }

    /// bubblewrap's options, and activity-sandbox's folders.
    ///
    /// - Parameter note: called with each path before it is worked on.
    /// - Throws: `notPerformable` where too much would have to be shown, or what belongs to others.
    func options(_ note: (String) -> Void) throws(PerformRefusal) -> [[UInt8]] {
        var options: [[UInt8]] = []
        options.add("--unshare-user", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try")
        options.add("--unshare-pid", "--unshare-net", "--as-pid-1", "--clearenv")
        for path in Self.system + Self.settings { options.add("--ro-bind-try", path, path) }
        options.add("--proc", "/proc", "--dev", "/dev")
        options.add("--bind", temporaryFolder, "/tmp")
        options.add("--ro-bind", notifyPath, "/run/notify")
        options.add("--ro-bind", supervisor, supervisor)
        for path in [bundle, program] + modules where !shown.contains(where: { path.hasPrefix($0 + "/") }) {
            options.add("--ro-bind", path, path)
        }
        options.add("--ro-bind-try", files, files)
        for mount in try mounts(note) { options.append(contentsOf: mount) }
        if let output { options.add("--bind", output, output) }
        options.add("--remount-ro", "/", "--remount-ro", "/dev")
        setEnvironment(&options)
        options.add("--chdir", "/tmp", "--", "/dev", "/proc", "/tmp")
        if let output { options.add(output) }
        options.add("--")
        return options
    }

    /// Folders whose contents need no mounts of their own.
    private var shown: [String] { ["/usr", bundle] }

    private func mounts(_ note: (String) -> Void) throws(PerformRefusal) -> [[[UInt8]]] {
        var wanted: [SandboxMount] = []
        // Without its mount a folder could be there as the way to another item, and look empty.
        for path in items {
            if let mount = try hidden.resolve(path, note) { wanted.append(mount) }
        }
        return try hidden.shown(for: wanted).map(\.options)
    }

    private func setEnvironment(_ options: inout [[UInt8]]) {
        var all = [("LANG", "C.UTF-8"), ("HOME", "/tmp"), ("NOTIFY_SOCKET", "/run/notify")]
        all += environment.map { ($0.name, $0.value) }
        if let output { all.append(("ACTIVITY_OUTPUT", output)) }
        for (name, value) in all { options.add("--setenv", name, value) }
    }
}
