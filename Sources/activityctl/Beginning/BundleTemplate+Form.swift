// SPDX-License-Identifier: Apache-2.0

extension BundleTemplate.Kind {
    static let formMembers = """
          "category": "action",
          "accepts": [ { "types": ["*/*"], "min": 1, "max": 500, "local": true } ],
          "requires": { "programs": ["python3"] },
          "form": [
            { "id": "words", "label": "New name", "type": "text", "default": "Photo", "required": true },
            { "id": "start", "label": "First number", "type": "number", "default": "1", "required": true },
            { "id": "order", "label": "Order", "type": "choice", "default": "selected", "required": true,
              "options": [
                { "value": "selected", "label": "As selected" },
                { "value": "oldest", "label": "Oldest first" }
              ] },
            { "id": "lower", "label": "Endings in small letters", "type": "toggle", "default": true }
          ],
          "perform": { "exec": ["bin/run"], "stdin": "request", "network": false, "writes": ["downloads"] }
        """

    static let formProgram = #"""
        #!/usr/bin/env -S python3 -B
        """Copies the files into the Downloads folder, under one name and a number each."""
        import os, shutil, sys

        sys.path.append("/usr/share/activityd/python")
        from activity import NewFiles, Progress, fail, name_of, open_file, perform, request, user_folder


        def copy():
            answers = request().answers
            if not answers["start"].isdecimal():
                fail("The first number is a whole number, such as 1.")
            paths = [item.path for item in request().items]
            if answers["order"] == "oldest":
                paths.sort(key=os.path.getmtime)
            start = int(answers["start"])
            digits = len(str(start + len(paths) - 1))
            progress = Progress(len(paths))
            downloads = NewFiles(user_folder("downloads"))
            for number, path in enumerate(paths, start):
                ending = os.path.splitext(path)[1]
                if answers.get("lower") == "true":
                    ending = ending.lower()
                with open_file(path) as source:
                    name = f"{answers['words']} {number:0{digits}}{ending}"
                    yield downloads.add(name, lambda file: shutil.copyfileobj(source, file))
                progress.add(1, name_of(path))


        perform(copy)
        """#
}
