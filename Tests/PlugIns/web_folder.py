# SPDX-License-Identifier: Apache-2.0
"""A web server that accepts PUT, and refuses users other than ada."""

import base64
import http.server
import threading


class Folder(http.server.BaseHTTPRequestHandler):
    def do_PUT(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        scheme, _, secret = self.headers.get("Authorization", "").partition(" ")
        granted = scheme == "Basic" and base64.b64decode(secret) == b"ada:s3cret"
        if granted:
            self.server.files[self.path] = body
        self.send_response(201 if granted else 403)
        self.end_headers()

    def log_message(self, *arguments):
        pass


def serve(test):
    """Starts a server, which runs until the test ends."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Folder)
    server.files = {}
    thread = threading.Thread(target=server.serve_forever, args=(0.02,))
    thread.start()
    test.addCleanup(thread.join)
    test.addCleanup(server.server_close)
    test.addCleanup(server.shutdown)
    return server
