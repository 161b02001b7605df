// SPDX-License-Identifier: Apache-2.0
//
// Opens sheets for pages. A page is the tab, frame and origin that the browser says a message comes from.

"use strict";

// Chromium's service worker has one script, Firefox' event page has them all from the manifest.
if (globalThis.importScripts) importScripts("rules.js", "pieces.js", "sheet.js", "image.js", "menus.js");

/// How long a click counts, in milliseconds, in both browsers.
const activationLasts = 5000;
/// When each tab last asked for a sheet and got it: an extension cannot consume an activation, so it remembers that one is spent.
const spent = new Map();

extension.runtime.onInstalled.addListener(makeMenus);
extension.contextMenus.onClicked.addListener(shareFromMenu);
extension.action.onClicked.addListener((tab) => shareFromMenu({}, tab));
extension.tabs.onRemoved.addListener((tab) => spent.delete(tab));

extension.runtime.onConnect.addListener((port) => {
    if (port.name !== "share") return;
    let sheet = null;
    port.onMessage.addListener((message) => {
        if (message.share && !sheet) sheet = open(port, message);
        else if (message.piece) sheet?.send(message.piece);
    });
    port.onDisconnect.addListener(() => sheet?.onEnd && sheet.close());
});

/// A frame that may share tells its child so; the child alone knows the question.
extension.runtime.onMessage.addListener((message, sender) => {
    if (typeof message?.allowed !== "string" || !sender.tab) return;
    extension.tabs.sendMessage(sender.tab.id, { allowed: message.allowed }).catch(() => {});
});

/// - Returns: nil where there is none to be opened; the page has been told.
function open(port, { share, ...times }) {
    const answer = (error) => { port.postMessage({ error }); };
    const { origin, tab } = port.sender;
    if (!tab || !/^https?:\/\//.test(origin)) return answer("NotAllowedError"), null;
    if (sheets.has(tab.id)) return answer("InvalidStateError"), null;
    if (!spend(tab.id, times)) return answer("NotAllowedError"), null;
    if (activityShareRules.fault(share) !== null) return answer("TypeError"), null;
    if (activityShareRules.isBlocked(share)) return answer("NotAllowedError"), null;
    const isEmpty = !share.title && !share.text && share.url === undefined && !share.files?.length;
    if (isEmpty) return answer("AbortError"), null;
    return new Sheet(tab.id, { ...share, origin }, (file, offset) => port.postMessage({ next: { file, offset } }), answer);
}

/// Whether there is an activation that has not opened a sheet yet. Both times are the frame's: by the time of its arrival, a message
/// that took longer than the one before would look like one of a later click.
///
/// - Parameters:
///   - asked: when the frame asked, and the browser said that it was active.
///   - activated: when a person last clicked or pressed a key in that frame; nil where nobody has.
function spend(tab, { asked, activated }) {
    const last = spent.get(tab) ?? -Infinity;
    const isOwn = activated !== null && asked - activated <= activationLasts;
    // Else the click was in another frame, and may be the one that is spent.
    if (isOwn ? activated <= last : asked - last <= activationLasts) return false;
    spent.set(tab, asked);
    return true;
}
