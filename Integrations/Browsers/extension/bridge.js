// SPDX-License-Identifier: Apache-2.0
//
// Takes shares from the page and sees that they are allowed. This runs in a world of the extension's own: its `navigator`,
// `isSecureContext` and events are the browser's, whatever the page has made of its own. So a page that sends page.js's messages
// itself gains nothing: what it may share, when, and in whose name is what it could have had by navigator.share.

"use strict";

(() => {
    if (!isSecureContext) return;

    /// What is larger stays in the page's process: more than background.js takes, which has the rules. (Chromium runs a file once in a
    /// frame, so rules.js, which page.js has, cannot be here too.)
    const mostFiles = 10;
    const mostCharacters = 8 << 20;

    /// One share at a time, as [[sharePromise]] has it.
    let port = null;
    /// When a person last did here what activates a page (HTML, "activation triggering input event"), by the clock that all frames
    /// share.
    let lastActivation = null;

    for (const name of ["keydown", "mousedown", "pointerup", "touchend"]) {
        addEventListener(name, (event) => {
            if (event.isTrusted && event.key !== "Escape") lastActivation = Date.now();
        }, { capture: true, passive: true });
    }

    const policy = new SharePolicy(() => tell({ activityShare: "policy", isAllowed: true }));

    /// Hears the page alone: of a message from another frame the source is that frame.
    addEventListener("message", (event) => {
        if (event.source !== window || event.data?.activityShare !== "share") return;
        event.stopImmediatePropagation();
        const { number, data } = event.data;
        share(data, (error) => tell({ activityShare: "answer", number, error }));
    }, true);

    extension.runtime.onMessage.addListener((message, _, answer) => {
        if (message.selection) answer(String(getSelection()));
    });

    function tell(message) { window.postMessage(message, "*"); }

    function share(data, answer) {
        if (!policy.isAllowed) return answer("NotAllowedError");
        if (port) return answer("InvalidStateError");
        if (!navigator.userActivation.isActive) return answer("NotAllowedError");
        const share = described(data);
        if (!share) return answer("TypeError");
        try {
            port = extension.runtime.connect({ name: "share" });
        } catch {
            // The extension was updated, and this is what was left of it in a page.
            return answer("AbortError");
        }
        const end = (error) => {
            port?.disconnect();
            port = null;
            answer(error);
        };
        port.onMessage.addListener((message) => {
            if (message.next) piece(data.files[message.next.file], message.next.offset, end);
            else end(message.error);
        });
        port.onDisconnect.addListener(() => { if (port) end("AbortError"); });
        port.postMessage({ share, asked: Date.now(), activated: lastActivation });
    }

    async function piece(file, offset, end) {
        try {
            const piece = await pieceOf(file, offset);
            port?.postMessage({ piece });
        } catch {
            if (port) end("DataError");
        }
    }

    /// What is shared, without the files' contents; nil where page.js would not have sent it. Its values are background.js's to judge.
    function described(data) {
        if (Object.prototype.toString.call(data) !== "[object Object]") return null;
        const share = {};
        for (const name of ["title", "text", "url"]) {
            if (data[name] === undefined) continue;
            if (typeof data[name] !== "string") return null;
            share[name] = data[name].toWellFormed();
        }
        if (data.files !== undefined) {
            if (!Array.isArray(data.files) || data.files.length > mostFiles) return null;
            if (!Array.from(data.files).every((file) => Object.prototype.toString.call(file) === "[object File]")) return null;
            share.files = Array.from(data.files, ({ name, type, size }) => ({ name, type, size }));
        }
        return JSON.stringify(share).length <= mostCharacters ? share : null;
    }
})();
