// SPDX-License-Identifier: Apache-2.0
//
// What a person shares by the browser's own menus and button. The heading is the page's origin here too: a link and an image are what
// the page says they are.

"use strict";

const web = ["http://*/*", "https://*/*"];

function makeMenus() {
    const entry = (id, context, more) => extension.contextMenus.create({
        id, contexts: [context], title: extension.i18n.getMessage(id), documentUrlPatterns: web, ...more,
    });
    extension.contextMenus.removeAll(() => {
        entry("sharePage", "page");
        entry("shareLink", "link", { targetUrlPatterns: web });
        entry("shareImage", "image", { targetUrlPatterns: web });
        entry("shareSelection", "selection");
    });
}

/// Opens a sheet as the person asked for it.
async function shareFromMenu(info, tab) {
    const address = addressOf(tab);
    const page = info.frameUrl ?? info.pageUrl ?? address;
    switch (info.menuItemId) {
    case "shareLink":
        return openForPerson(tab, page, { url: info.linkUrl, title: info.linkText });
    case "shareSelection":
        return openForPerson(tab, page, { text: await selectedText(info, tab) });
    case "shareImage": {
        // A private window's cookies are not the background's.
        const image = tab.incognito ? null : await imageAt(info.srcUrl);
        return image ? openForPerson(tab, page, {}, image) : openForPerson(tab, page, { url: info.srcUrl });
    }
    default:
        return openForPerson(tab, address, { url: address, title: tab.title });
    }
}

/// Firefox's reader view is a page of its own, whose address names the one that is read.
function addressOf({ url }) {
    return url?.startsWith("about:reader?") ? new URL(url).searchParams.get("url") : url;
}

/// As the page has it, with its line breaks, which the menu's own text lacks.
async function selectedText(info, tab) {
    try {
        return await extension.tabs.sendMessage(tab.id, { selection: true }, { frameId: info.frameId }) || info.selectionText;
    } catch {
        return info.selectionText;
    }
}

function openForPerson(tab, page, share, file) {
    // The browser's own pages have no address for an extension.
    const { origin, protocol } = URL.canParse(page) ? new URL(page) : {};
    if (protocol !== "https:" && protocol !== "http:") return showFault("noWebPage", "", tab.id);
    // No program can raise another's window: what was open ends as if the person had left, and the new sheet is in front.
    sheets.get(tab.id)?.leave();
    const files = file ? [{ name: file.name, type: file.type, size: file.blob.size }] : [];
    const sheet = new Sheet(
        tab.id, { ...share, origin, files },
        async (index, offset) => sheet.send(await pieceOf(file.blob, offset)), () => {});
}
