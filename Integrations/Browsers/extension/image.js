// SPDX-License-Identifier: Apache-2.0

"use strict";

/// The image at a URL as {name, type, blob}, with the person's cookies for it, as the page shows it; nil where it cannot be had.
async function imageAt(url) {
    try {
        const response = await fetch(url, { credentials: "include", cache: "force-cache" });
        const type = (response.headers.get("content-type") ?? "").split(";")[0].trim().toLowerCase();
        if (!response.ok || !type.startsWith("image/")) return null;
        const parts = [];
        let size = 0;
        for (const reader = response.body.getReader(); ;) {
            const { done, value } = await reader.read();
            if (done) break;
            size += value.length;
            if (size > activityShareRules.mostBytes) {
                await reader.cancel();
                return null;
            }
            parts.push(value);
        }
        return { name: imageName(url, type), type, blob: new Blob(parts) };
    } catch {
        return null;
    }
}

/// The last part of the URL's path, where that is a name.
function imageName(url, type) {
    const ending = type.slice("image/".length).replace(/\+.*/, "");
    let name = "";
    try {
        name = decodeURIComponent(new URL(url).pathname.split("/").pop());
    } catch {
        // Not of UTF-8.
    }
    if (!activityShareRules.isSafeName(name)) name = "image";
    return name.includes(".") ? name : `${name}.${ending}`;
}
