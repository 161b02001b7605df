// SPDX-License-Identifier: Apache-2.0
//
// A link in a person's own folder represents the bundle to which it leads, so that an author can develop a
// bundle in place.
//
// For a bundle in the search path it is enough to check who may write the bundle, since the search folders
// belong to the person or to root. A link may lead anywhere, so the same check applies to each step of the
// way, from the root on: a user who may rename a folder on the way could substitute another bundle. In a
// folder with the sticky bit (/tmp) other users may only add names (unlink(2)), so there it is enough that
// the next step belongs to the person or to root. Each step is examined after the folder above it was found
// sound, so no other user can change it between the check and its use.

import ActivityModel
import CLinux
import Glibc
import Host

/// Resolves a link to a bundle's folder, and checks every step of the way.
struct LinkTarget {
    struct ResolutionError: Error {
        let diagnostic: Diagnostic
        /// The machine's error, if it caused the fault.
        var gap = ScanGap.none
    }

    /// Path of the folder, with all links resolved; after a fault, path of the faulty step.
    private(set) var path: String
    /// The reason why the target must not be read; nil if it may be read.
    private(set) var fault: ResolutionError?

    /// - Parameter trust: accepted owners of the folders on the way; nil accepts every owner.
    init(of link: String, trust: Trust?) {
        path = link
        var route = Route(to: link)
        do throws(ResolutionError) {
            while let name = route.next() {
                path = route.path(of: name)
                try Self.follow(name, at: path, &route, trust)
            }
            path = route.folder
        } catch {
            fault = error
        }
    }

    private static func follow(
        _ name: String, at path: String, _ route: inout Route, _ trust: Trust?
    ) throws(ResolutionError) {
        var status = stat()
        guard lstat(path, &status) == 0 else { throw missing(path, errno) }
        if let complaint = trust?.complaint(onTheWay: status, at: path) {
            throw ResolutionError(diagnostic: Diagnostic(.bundleOwner, complaint))
        }
        switch status.st_mode & S_IFMT {
        case S_IFDIR: route.enter(name)
        case S_IFLNK where route.follow(name): break
        case S_IFLNK: throw fault("It leads from link to link without an end. Link to the bundle's folder.")
        default: throw fault("It leads to \(path), which is not a folder. Link to the bundle's folder.")
        }
    }

    private static func missing(_ path: String, _ code: Int32) -> ResolutionError {
        guard code != ENOENT else {
            return fault("It leads to \(path), which is not there. Put the bundle there, or remove the link.")
        }
        let sentence = "It leads to \(path), which cannot be looked at: \(ErrorText.of(code))."
        return ResolutionError(diagnostic: Diagnostic(.bundlePath, sentence), gap: ScanGap(code))
    }

    private static func fault(_ sentence: String) -> ResolutionError {
        ResolutionError(diagnostic: Diagnostic(.bundlePath, sentence))
    }
}

extension Trust {
    /// The error in the owner or mode of one step on the way, as a sentence. Other users may write a sticky
    /// folder, since they can only add names there.
    fileprivate func complaint(onTheWay status: stat, at path: String) -> String? {
        let isSticky = status.st_mode & S_IFMT == S_IFDIR && status.st_mode & S_ISVTX != 0
        return isSticky && owners.contains(status.st_uid) ? nil : complaint(status, at: path)
    }
}
