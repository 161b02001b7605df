// SPDX-License-Identifier: Apache-2.0
//
// The admin's policy is files, so that whatever manages files on a machine manages it: packages and images bring
// them in /usr/lib/activityd, /run/activityd is for this boot, /etc/activityd is the admin's own. Each may hold
// folders of drop-ins (`elections.d`, `arrangement.d`, `activityd.json.d`), merged as systemd merges its own: of
// drop-ins with one name the first layer's counts and the others are not read, a link to /dev/null takes their place
// with nothing, and those that count are read in the order of their names, whichever layer they lie in. `PolicyLook`
// says what counts of what cannot be read.

import ActivityModel

enum PolicyLayers {
    /// Each drop-in is a file for people to read; `elections.json` may be longer.
    static let maximumBytes = 1 << 20

    /// Editors and packagers put files aside under other names.
    static func isDropIn(_ name: String) -> Bool {
        let ending = ".json".utf8
        return name.utf8.first != UInt8(ascii: ".") && name.utf8.count > ending.count
            && name.utf8.suffix(ending.count).elementsEqual(ending)
    }
}

extension SearchPath {
    var dropInFolders: [String] {
        policyFolders.flatMap { layer in PolicyKind.allCases.map { layer + "/" + $0.folder } }
    }
}
