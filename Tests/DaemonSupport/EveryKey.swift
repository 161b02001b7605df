// SPDX-License-Identifier: Apache-2.0

package import StrictJSON

/// Every key of a manifest, right once and wrong everywhere.
package enum EveryKey {
    /// A manifest with every key.
    package static let manifest: JSON = [
        "$schema": "https://example.org/schema.json", "manifestVersion": 1, "identifier": "org.example.all",
        "version": "1", "title": "Everything",
        "titles": ["de": "Alles"], "vendor": "Ltd", "product": "Thing", "icon": "icon.png",
        "category": "share",
        "accepts": [
            [
                "types": ["image/*"], "except": ["image/gif"], "min": 1, "max": 2, "maxBytes": 3,
                "local": false,
            ]
        ],
        "match": "any",
        "requires": [
            "programs": ["a", ["b", "c"]], "services": ["a.b", ["c.d", "e.f"]],
            "schemes": ["a", ["b+c", "d"]], "desktops": ["D"],
            "printer": true,
            "bluetooth": true,
        ],
        "application": "org.example.App",
        "form": [
            [
                "id": "kind", "label": "Kind", "labels": ["de": "Art"], "type": "choice",
                "options": [["value": "a", "label": "A", "labels": ["de": "Ä"]]], "default": "a",
                "required": true,
                "hint": "One", "remember": false,
            ],
            [
                "id": "place", "label": "Place", "type": "choice", "optionsExec": ["plugin-list", "%%"],
                "direct": true,
            ],
        ],
        "perform": [
            "exec": ["plugin-tool", "{kind}", "%F"], "stdin": "request", "asks": false, "handsOver": false,
            "each": false, "representations": "all",
            "timeoutUSec": 5, "network": true, "writes": ["downloads"],
        ],
    ]

    /// A transform with every key that only transforms have, and some that they have not.
    package static let transform: JSON = [
        "manifestVersion": 1, "identifier": "org.example.small", "title": "Smaller", "category": "transform",
        "makes": "image/jpeg", "removes": ["location", "pixels"], "accepts": [["types": ["image/*"]]],
        "form": [
            [
                "id": "size", "label": "Size", "type": "choice",
                "options": [["value": "s", "label": "Small"]], "default": "s", "remember": false,
            ]
        ],
        "perform": [
            "exec": ["plugin-tool", "{size}"], "stdin": "request", "network": false, "writes": [],
            "each": false, "asks": false, "handsOver": false,
        ],
    ]

    /// An inspector with every key that it may have.
    package static let inspector: JSON = [
        "manifestVersion": 1, "identifier": "org.example.inside", "title": "What Is Inside",
        "category": "inspect", "requires": ["programs": ["a"]],
        "perform": [
            "exec": ["plugin-tool", "--inspect"], "stdin": "request", "network": false, "writes": [],
            "each": false, "asks": false, "handsOver": false,
        ],
    ]

    package static let spoilt = spoilt(manifest)

    /// JSON pointers to all that the manifest holds.
    package static let pointers = spoilt.map(\.pointer)

    /// Each place of a manifest with a value of another type there.
    package static func spoilt(_ json: JSON, at pointer: String = "") -> [(pointer: String, json: JSON)] {
        var wrong: JSON = 5.5
        if case .number = json { wrong = true }
        var results = pointer.isEmpty ? [] : [(pointer, wrong)]
        switch json {
        case .object(let object):
            for (name, value) in object.members {
                for (inner, spoilt) in spoilt(value, at: pointer + "/" + name) {
                    var copy = object
                    copy.set(name, spoilt)
                    results.append((inner, .object(copy)))
                }
            }
        case .array(let elements):
            for (index, element) in elements.enumerated() {
                for (inner, spoilt) in spoilt(element, at: pointer + "/\(index)") {
                    var copy = elements
                    copy[index] = spoilt
                    results.append((inner, .array(copy)))
                }
            }
        default: break
        }
        return results
    }
}
