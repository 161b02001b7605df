# SPDX-License-Identifier: Apache-2.0
"""Web sites on this machine: one server, which answers under every host name."""

import functools
import http.server
import threading

BUTTON = """<!doctype html><meta charset="utf-8"><title>A page</title>
<button id="share" style="position: fixed; left: 20px; top: 20px; width: 100px; height: 40px">Share</button>
<script>
    result = null;
    data = () => ({ text: "Hello" });
    document.querySelector("#share").onclick = () => {
        result = null;
        navigator.share(data()).then(() => "shared", (error) => error.name).then((value) => { result = value; });
    };
</script>
"""

# A page for a frame: it shares when clicked, and posts the result to the page around it.
FRAME = BUTTON + """<script>
    addEventListener("mousedown", () => parent.postMessage("pressed", "*"));
    document.querySelector("#share").addEventListener("click", async () => {
        while (result === null) await new Promise((resolve) => setTimeout(resolve, 20));
        parent.postMessage({ can: navigator.canShare({ text: "a" }), result }, "*");
    });
    addEventListener("message", (event) => {
        if (event.data === "speak") {
            // As its bridge would speak for it, and as the bridge would speak to it.
            parent.postMessage({ activityShare: "share", number: 1, data: { text: "from within" } }, "*");
            parent.postMessage({ activityShare: "may", question: "a guess" }, "*");
            window.postMessage({ activityShare: "policy", isAllowed: true }, "*");
            parent.postMessage("spoken", "*");
        }
    });
    parent.postMessage("here", "*");
</script>
"""


# Long enough for Firefox's reader view.
ARTICLE = f"""<!doctype html><meta charset="utf-8"><title>An article</title><article><h1>An article</h1>
{"<p>" + "A sentence of many words that a person would read. " * 20 + "</p>"}</article>"""


class Handler(http.server.SimpleHTTPRequestHandler):
    pages = {"/": BUTTON, "/frame": FRAME, "/article": ARTICLE}

    def do_GET(self):
        page = self.pages.get(self.path.split("?")[0])
        if page is None:
            return super().do_GET()
        body = page.encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        return self.wfile.write(body)

    def log_message(self, *arguments):
        pass


class Sites:
    def __init__(self, folder="/nonexistent", handler=Handler):
        """`folder` contains the files that are not in Handler.pages."""
        handler = functools.partial(handler, directory=folder)
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.port = self.server.server_port
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def url(self, path="/", host="localhost"):
        return f"http://{host}:{self.port}{path}"

    def close(self):
        self.server.shutdown()
        self.server.server_close()
