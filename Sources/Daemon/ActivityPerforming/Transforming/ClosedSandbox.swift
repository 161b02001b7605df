// SPDX-License-Identifier: Apache-2.0
//
// Inspectors and transforms open untrusted files with libraries that were not written for hostile input. So
// they have no network, and see only these paths:
//
//     /usr, and links into it           the system's programs
//     some files of /etc                `settings`, without which programs of /usr fail
//     the bundle, the program           for a system bundle its parent folder, for shared modules
//     folders of Python modules         from PYTHONPATH, and the targets of links among the shared modules
//     the items                         at the paths of the request
//     $ACTIVITY_OUTPUT                  the one folder that a transform writes to
//     /tmp                              a private folder on the disk, removed with the program
//     /dev, /proc, /run/notify          the usual devices, its own processes, and its progress socket
//
// The root is empty otherwise, so no path to an item can contain a link: each item is mounted at the path in
// the request, and the mount shows the file to which that path resolves outside. The environment is empty
// except for a few variables.

import ActivityModel
import Glibc
import Host

struct ClosedSandbox {
    /// Links into /usr, or folders on systems without merged /usr.
    private static let system = ["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"]
    /// Alternatives of programs, fonts, the linker's cache, and the time zone.
    private static let settings = [
        "/etc/alternatives", "/etc/fonts", "/etc/ld.so.cache", "/etc/localtime",
    ]
    /// The sandbox's own folders, into which no outside file is mounted.
    private static let own = ["/dev", "/proc", "/sys"]

    /// Paths of the bundle's folder (`PerformJob.sharedFolder`) and of the program.
    let bundle: String
    let program: String
    /// Module folders outside the bundle: from PYTHONPATH, and the targets of links in the system's own, as
    /// in a checkout.
    let modules: [String]
    /// Paths of the items, without files made of text.
    let items: [[UInt8]]
    let files: String
    let output: String?
    /// Real path of the folder that is mounted at /tmp.
    let temporaryFolder: String
    let notifyPath: String
    /// Path of activity-sandbox, which is mounted alone, without its folder.
    let supervisor: String
    let environment: [(name: String, value: String)]
    let hidden: HiddenFolders

    init(
        of job: PerformJob, _ program: String, _ settings: PerformerSettings, in folder: PrivateFolder,
        _ reportPath: (String) -> Void
    ) throws(PerformRefusal) {
        try folder.makeTemporary()
        bundle = job.sharedFolder
        self.program = program
        items = job.items.flatMap { [$0] + $0.alternatives }.filter { !$0.needsFile }.compactMap(\.path)
        files = Sandbox.real(folder.filesPath, reportPath)
        output = job.outputFolder
        temporaryFolder = Sandbox.real(folder.temporaryPath, reportPath)
        notifyPath = Sandbox.real(folder.path, reportPath) + "/notify"
        supervisor = Sandbox.real(settings.sandboxProgram, reportPath)
        let inherited = ["PATH", "PYTHONPATH", "TZ"].compactMap { name in
            settings.environment[name].map { (name: name, value: $0) }
        }
        environment = inherited + job.questionEnvironment
        // The home folder is never mounted as a whole, however many items are in it.
        let home = Sandbox.real(settings.home, reportPath)
        hidden = HiddenFolders(
            covered: ["/", "/dev/shm", home],
            private: Self.own + [
                Sandbox.real(folder.storeBase, reportPath), Sandbox.real(settings.activityStates, reportPath),
                Sandbox.real(settings.runtimeFolder, reportPath) + "/activityd",
            ], known: job.mounts)
        modules = Self.modules(job, settings, reportPath).filter { [hidden] in hidden.mayShow(Array($0.utf8))
        }
    }

    static let sandboxOptions: PerformJob.Purpose.SandboxOptions = {
        job, program, settings, folder, reportPath throws(PerformRefusal) in
        try ClosedSandbox(of: job, program, settings, in: folder, reportPath).options(reportPath)
    }

    private static func modules(
        _ job: PerformJob, _ settings: PerformerSettings, _ reportPath: (String) -> Void
    ) -> [String] {
        let named = (settings.environment["PYTHONPATH"] ?? "").split(separator: ":").map(String.init)
            .filter { BundlePath.isAbsolute($0) && access($0, F_OK) == 0 }
        guard job.isSystem else { return named }
        let python = job.sharedFolder + "/python"
        let linked = FolderNames.read(python).map { Sandbox.real(python + "/" + $0, reportPath) }
        return named + linked.filter { !$0.hasPrefix(RealPath.of(python) + "/") }
    }

    /// bubblewrap's options, then activity-sandbox's writable folders.
    ///
    /// - Parameter reportPath: called with each path before it is touched.
    /// - Throws: `notPerformable` if too many files, or other programs' files, would have to be visible.
    func options(_ reportPath: (String) -> Void) throws(PerformRefusal) -> [[UInt8]] {
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
        for mount in try mounts(reportPath) { options.append(contentsOf: mount) }
        if let output { options.add("--bind", output, output) }
        options.add("--remount-ro", "/", "--remount-ro", "/dev")
        setEnvironment(&options)
        options.add("--chdir", "/tmp", "--", "/dev", "/proc", "/tmp")
        if let output { options.add(output) }
        options.add("--")
        return options
    }

    /// Folders that are mounted as a whole, so that their contents need no mounts.
    private var shown: [String] { ["/usr", bundle] }

    private func mounts(_ reportPath: (String) -> Void) throws(PerformRefusal) -> [[[UInt8]]] {
        var wanted: [SandboxMount] = []
        // Without its own mount, a folder item could exist merely as a parent of another item, and look
        // empty.
        for path in items {
            if let mount = try hidden.resolve(path, reportPath) { wanted.append(mount) }
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
