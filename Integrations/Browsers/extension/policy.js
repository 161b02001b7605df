// SPDX-License-Identifier: Apache-2.0
//
// The permissions policy "web-share", whose default is the page's own origin. No browser on Linux knows this feature, so that its
// own document.featurePolicy says no to everybody: the frames find it out among themselves. A frame asks its parent's
// bridge, which can see who asks and the iframe's `allow`, by a message that also the parent page may read or send; the answer goes
// by way of the background, where no page can speak.

"use strict";

const extension = globalThis.browser ?? chrome;

/// What an iframe's `allow` says of a child of that origin, in the form of today's browsers, `web-share 'self'`, or in that of the
/// Permissions-Policy header, `web-share=(self)`.
function delegates(frame, childOrigin) {
    const parts = frame.allow.split(";").map((part) => /^\s*web-share(?:\s*=\s*\((.*)\)|\s+(.*)|)\s*$/.exec(part));
    const directive = parts.find((part) => part);
    if (!directive) return childOrigin === origin;
    const list = (directive[1] ?? directive[2] ?? "src").split(/\s+/);
    const source = URL.canParse(frame.src, document.baseURI) ? new URL(frame.src, document.baseURI).origin : origin;
    const values = { "*": childOrigin, self: origin, src: source };
    return list.map((word) => word.replace(/^(['"])(.*)\1$/, "$2")).some((word) => (values[word] ?? word) === childOrigin);
}

/// Whether this frame may share; called with true once it is known to.
class SharePolicy {
    isAllowed = window === top && origin !== "null";
    #question = crypto.randomUUID();
    #waiting = [];

    constructor(onAllowed) {
        this.onAllowed = onAllowed;
        addEventListener("message", (event) => this.#asked(event), true);
        if (this.isAllowed || origin === "null") return;
        extension.runtime.onMessage.addListener((message) => {
            if (message.allowed === this.#question) this.#allow();
        });
        parent.postMessage({ activityShare: "may", question: this.#question }, "*");
    }

    #allow() {
        this.isAllowed = true;
        this.onAllowed();
        this.#waiting.forEach((answer) => answer());
    }

    #asked(event) {
        const message = event.data;
        if (message?.activityShare !== "may") return;
        event.stopImmediatePropagation();
        const frame = Array.from(document.querySelectorAll("iframe")).find((frame) => frame.contentWindow === event.source);
        if (!frame || event.origin === "null" || !delegates(frame, event.origin)) return;
        const answer = () => extension.runtime.sendMessage({ allowed: String(message.question) });
        if (this.isAllowed) answer();
        else this.#waiting.push(answer);
    }
}
