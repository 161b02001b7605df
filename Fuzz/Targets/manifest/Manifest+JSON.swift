// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import StrictJSON

/// The manifest as an author would write it, with every member that has a value. An inspector's has no
/// clauses, match or form.
extension Manifest {
    var json: JSON {
        .object(
            .withoutNulls([
                "manifestVersion": 1, "identifier": identifier, "version": version, "title": title,
                "titles": titles.byLocale, "vendor": vendor, "product": product,
                "icon": icon.isEmpty ? nil : icon,
                "category": writtenCategory,
                "makes": transform.map { $0.makes?.name ?? Transform.same }, "removes": transform?.removes,
                "accepts": isInspector ? nil : accepts.map(\.json), "match": isInspector ? nil : match,
                "requires": JSON.Object.withoutNulls([
                    "programs": requiredPrograms, "services": requiredServices, "schemes": requiredSchemes,
                    "desktops": requiredDesktops, "printer": requiresPrinter, "bluetooth": requiresBluetooth,
                ]),
                "application": application, "form": isInspector ? nil : form.map(\.json),
                "position": position,
                "perform": performJSON,
            ]))
    }

    private var performJSON: JSON {
        let (exec, uri): ([String]?, String?) =
            switch perform {
            case .exec(let arguments): (arguments, nil)
            case .uri(let template): (nil, template)
            }
        return .object(
            .withoutNulls([
                "exec": exec, "uri": uri,
                "stdin": performOptions.stdin, "asks": performOptions.asks,
                "handsOver": performOptions.handsOver, "timeoutUSec": performOptions.timeoutUSec,
                "network": performOptions.network, "writes": performOptions.writes,
            ]))
    }
}

extension Manifest.Clause {
    fileprivate var json: JSON {
        .object(
            .withoutNulls([
                "types": types.map(\.description), "except": except.map(\.description), "min": min,
                "max": max, "maxBytes": maxBytes, "local": isLocal,
            ]))
    }
}

extension FormField {
    fileprivate var json: JSON {
        .object(
            .withoutNulls([
                "id": id, "label": label, "labels": labels, "type": kind,
                "options": options.isEmpty ? nil : options.map(\.json), "optionsExec": optionsExec,
                "default": defaultAnswer,
                "required": isRequired, "hint": hint, "direct": isDirect,
            ]))
    }
}

extension FormField.Option {
    fileprivate var json: JSON {
        .object(.withoutNulls(["value": value, "label": label, "labels": labels]))
    }
}
