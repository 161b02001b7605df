// SPDX-License-Identifier: Apache-2.0

"use strict";

const extension = globalThis.browser ?? chrome;

/// The program that opens sheets, by the name of its manifest.
const program = "io.activityd.share";

/// The open sheets, one a tab: a page that asks again before its sheet is gone is a mistake, or an attack.
const sheets = new Map();

/// What a share comes to for a page: nothing that tells what was chosen. A target that failed looks as if the person had left,
/// and so does a machine without the program, as "no share targets" does in the specification.
const errors = { performed: null, left: "AbortError", failed: "AbortError", unavailable: "AbortError", refused: "DataError" };

/// One share, from the program's start to the sheet's end. The program does the asking: it names each piece of a file that it wants.
class Sheet {
    /// - Parameters:
    ///   - share: {origin, title, text, url, files: [{name, type, size}]}.
    ///   - askForPiece: called with an index and an offset; the piece comes by `send`.
    ///   - onEnd: called once, with the error that a page gets, or nil.
    constructor(tab, share, askForPiece, onEnd) {
        this.tab = tab;
        this.onEnd = onEnd;
        this.wasHeard = false;
        sheets.set(tab, this);
        this.port = extension.runtime.connectNative(program);
        this.port.onMessage.addListener((message) => {
            this.wasHeard = true;
            if (message.next) askForPiece(message.next.file, message.next.offset);
            else this.#end(message.outcome, message.reason);
        });
        // It ends only after its outcome: without one it is not there, or has crashed.
        this.port.onDisconnect.addListener(() => this.#end(this.wasHeard ? "refused" : "unavailable"));
        this.port.postMessage({ share });
    }

    send(piece) { this.port.postMessage({ piece }); }

    /// The page has gone, and its sheet goes with it.
    close() {
        sheets.delete(this.tab);
        this.onEnd = null;
        this.port.disconnect();
    }

    /// The person asks for another sheet.
    leave() { this.#end("left"); }

    #end(outcome, reason) {
        if (!this.onEnd) return;
        const { onEnd } = this;
        this.close();
        showEnd(outcome, reason);
        onEnd(errors[outcome] ?? null);
    }
}

/// On the button, since the page is not told. Where an activity failed, its sheet has said so, and nothing has changed here.
function showEnd(outcome, reason = "") {
    if (outcome === "unavailable" || outcome === "refused") return showFault(outcome, reason);
    if (outcome === "failed") return;
    extension.action.setBadgeText({ text: "" });
    extension.action.setTitle({ title: extension.i18n.getMessage("sharePage") });
}

/// - Parameters:
///   - reason: the program's own sentence, after that of the person's language.
///   - tabId: the one tab that it is about; until it shows another page.
function showFault(message, reason, tabId) {
    extension.action.setBadgeText({ text: "!", tabId });
    extension.action.setTitle({ title: `${extension.i18n.getMessage(message)} ${reason}`.trim(), tabId });
}
