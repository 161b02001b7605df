// SPDX-License-Identifier: Apache-2.0
//
// A link in a person's own folder stands for the bundle that it leads to: so an author works on a bundle where it lies.
//
// Of a bundle that lies in the search path it is enough to ask who may write it, since the search folders are the
// person's or root's. A link may lead anywhere, so the same is asked of each step of the way, from the root on:
// a user who may rename a folder of it may put another bundle in its place. In a folder with the sticky bit (/tmp) others
// may only add names (unlink(2)), so there it is enough that the next step belongs to the person or to root. A step is
// looked at after the folder that holds it was found sound, so none can be changed by others between look and use.

import ActivityModel
import CLinux
import Glibc
import Host

/// Where a link leads.
struct LinkTarget {
    struct Fault: Error {
        let diagnostic: Diagnostic
        /// Whether it may lie in the machine.
        var gap = Gap.none
    }

    /// Path of the folder, without links on the way; where there is a fault, path of the step that is at
    /// fault.
    private(set) var path: String
    /// Why no bundle is read there.
    private(set) var fault: Fault?

    /// - Parameter trust: whose folders may be on the way; nil asks nothing.
    init(of link: String, trust: Trust?) {
        path = link
        var route = Route(to: link)
        do throws(Fault) {
            while let name = route.next() {
                path = route.path(of: name)
                try Self.take(name, at: path, &route, trust)
            }
            path = route.folder
        } catch {
            fault = error
        }
    }

    private static func take(
        _ name: String, at path: String, _ route: inout Route, _ trust: Trust?
    ) throws(Fault) {
        var status = stat()
        guard lstat(path, &status) == 0 else { throw missing(path, errno) }
        if let complaint = trust?.complaint(onTheWay: status, at: path) {
            throw Fault(diagnostic: Diagnostic(.bundleOwner, complaint))
        }
        switch status.st_mode & S_IFMT {
        case S_IFDIR: route.enter(name)
        case S_IFLNK where route.follow(name): break
        case S_IFLNK: throw fault("It leads from link to link without an end. Link to the bundle's folder.")
        default: throw fault("It leads to \(path), which is not a folder. Link to the bundle's folder.")
        }
    }

    private static func missing(_ path: String, _ code: Int32) -> Fault {
        guard code != ENOENT else {
            return fault("It leads to \(path), which is not there. Put the bundle there, or remove the link.")
        }
        let sentence = "It leads to \(path), which cannot be looked at: \(ErrorText.of(code))."
        return Fault(diagnostic: Diagnostic(.bundlePath, sentence), gap: Gap(code))
    }

    private static func fault(_ sentence: String) -> Fault {
        Fault(diagnostic: Diagnostic(.bundlePath, sentence))
    }
}

extension Trust {
    /// The same of a step on the way to a bundle. Others may write a folder where they can only add names.
    fileprivate func complaint(onTheWay status: stat, at path: String) -> String? {
        let isSticky = status.st_mode & S_IFMT == S_IFDIR && status.st_mode & S_ISVTX != 0
        return isSticky && owners.contains(status.st_uid) ? nil : complaint(status, at: path)
    }
}
