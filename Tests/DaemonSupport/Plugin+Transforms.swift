// SPDX-License-Identifier: Apache-2.0

package import StrictJSON

/// Transforms and inspectors, which run scripts of their own.
extension Plugin {
    /// A transform that runs a shell script of its own on text, with the paths that the request names.
    package static func transform(
        _ name: String, _ script: String, makes: JSON = "same", _ more: KeyValuePairs<String, JSON> = [:]
    ) -> Plugin {
        let run = """
            #!/usr/bin/python3 -B
            import json, os, sys
            script = os.path.dirname(sys.argv[0]) + "/script"
            paths = [item["path"] for item in json.load(sys.stdin)["items"] if "path" in item]
            os.execv("/bin/sh", ["sh", script] + paths)
            """
        let identifier = name.contains(".") ? name : "org.example.\(name)"
        return Plugin(identifier, "Make \(name)", types: ["text/plain"])
            .with([
                "category": "transform", "icon": .null, "makes": makes,
                "perform": ["exec": ["bin/run"], "stdin": "request", "timeoutUSec": 30_000_000],
            ])
            .with(more)
            .with(executable: "bin/run", run + "\n")
            .with(file: "bin/script", Array((script + "\n").utf8))
    }

    package static let upper = transform(
        "upper",
        "for file; do tr a-z A-Z <\"$file\" >\"$ACTIVITY_OUTPUT/${file##*/}\"; done")

    package static let whole = transform(
        "whole", "cat \"$@\" >\"$ACTIVITY_OUTPUT/All.txt\"", makes: "application/x-whole")

    /// An inspector that runs a Python program, in which `asked` is the request.
    package static func inspector(_ program: String) -> Plugin {
        let beginning = """
            #!/usr/bin/python3 -B
            import json, os, signal, sys
            asked = json.load(sys.stdin)
            def tell(*fields):
                print(*fields, sep="\\t", flush=True)

            """
        return Plugin("io.test.inside", "What Is Inside")
            .with([
                "category": "inspect", "icon": .null, "accepts": .null,
                "perform": ["exec": ["bin/inspect"], "stdin": "request"],
            ])
            .with(executable: "bin/inspect", beginning + program + "\n")
    }

    /// An inspector that finds locations in a file's text.
    package static let finding = inspector(
        """
        if "caption" in asked or "subject" in asked:
            if "utm_" in asked.get("caption", "") + asked.get("subject", ""):
                tell(-1, "tracking", "utm_source")
            tell(-1, "end")
        for index, item in enumerate(asked["items"]):
            for form in [item] + item.get("alternatives", []):
                text = form.get("text") or (open(form["path"]).read() if "path" in form else "")
                if "7.45" in text.lower():
                    tell(index, "location", "46.95° N, 7.45° E")
            if item["type"] != "image/png":
                tell(index, "end")
        """)
}
