// SPDX-License-Identifier: Apache-2.0
//
// What may be shared: the Web Share specification's "validate share data", with Chromium's limits and file types
// (third_party/blink/renderer/modules/webshare/FILE_TYPES.md). page.js has these rules so that canShare() can answer at once, and
// background.js holds everything to them again.

"use strict";

globalThis.activityShareRules = (() => {
    const mostFiles = 10;
    const mostBytes = 50 * 1024 * 1024;
    const longest = { title: 16 * 1024, text: 1024 * 1024, url: 16 * 1024 };
    /// In bytes; of a type, with its parameters, in characters.
    const longestName = 255;

    const types = {
        "application/pdf": "pdf",
        "audio/flac": "flac",
        "audio/mp3": "mp3",
        "audio/mpeg": "mp3",
        "audio/ogg": "oga ogg opus",
        "audio/wav": "wav",
        "audio/webm": "weba",
        "audio/x-m4a": "m4a",
        "image/avif": "avif",
        "image/bmp": "bmp",
        "image/gif": "gif",
        "image/jpeg": "jfif jpeg jpg pjp pjpeg",
        "image/png": "png",
        "image/svg+xml": "svg svgz",
        "image/tiff": "tif tiff",
        "image/webp": "webp",
        "image/x-icon": "ico",
        "image/x-ms-bmp": "bmp",
        "image/x-xbitmap": "xbm",
        "text/comma-separated-values": "csv",
        "text/css": "css",
        "text/csv": "csv",
        "text/html": "ehtml htm html shtm shtml",
        "text/plain": "text txt",
        "video/mp4": "m4v mp4",
        "video/mpeg": "mpeg mpg",
        "video/ogg": "ogm ogv",
        "video/webm": "webm",
    };
    const allowedTypes = new Set(Object.keys(types));
    const allowedEndings = new Set(Object.values(types).flatMap((endings) => endings.split(" ")));

    /// A file's name as it may be saved and shown: one component, not hidden, on one line, and in the order in which it is read.
    function isSafeName(name) {
        return name !== "" && !name.startsWith(".") && new TextEncoder().encode(name).length <= longestName
            && !/[\/\p{Cc}\p{Bidi_Control}\u2028\u2029]/u.test(name);
    }

    /// Whether a file is of a type that is not shared, by its name or by what the page says of it.
    function isBlocked(data) {
        return Array.from(data.files ?? []).some((file) => {
            const ending = file.name.slice(file.name.lastIndexOf(".") + 1).toLowerCase();
            const type = file.type.split(";")[0].trim().toLowerCase();
            return !allowedEndings.has(ending) || !allowedTypes.has(type) || file.type.length > longestName;
        });
    }

    /// The link as a URL; nil where it cannot be shared.
    function link(text, base) {
        const url = URL.parse ? URL.parse(text, base) : URL.canParse(text, base) ? new URL(text, base) : null;
        return url && (url.protocol === "https:" || url.protocol === "http:") ? url.href : null;
    }

    /// - Parameters:
    ///   - data: {title, text, url} of strings, files of {name, type, size}; each may be missing.
    ///   - base: of a link that is relative; without one, it cannot be shared.
    /// - Returns: why it cannot be shared, a sentence; nil where it can.
    function fault(data, base) {
        const texts = ["title", "text", "url"].filter((name) => data[name] !== undefined);
        if (texts.length === 0 && data.files === undefined) return "There is nothing to share.";
        const long = texts.find((name) => data[name].length > longest[name]);
        if (long) return `${long} is too long to be shared.`;
        if (data.files !== undefined) {
            if (texts.length === 0 && data.files.length === 0) return "There is nothing to share.";
            if (data.files.length > mostFiles) return `More than ${mostFiles} files cannot be shared at once.`;
            if (data.files.reduce((sum, file) => sum + file.size, 0) > mostBytes) return "The files are too large to be shared.";
            if (!Array.from(data.files).every((file) => isSafeName(file.name))) return "Files of this name cannot be shared.";
        }
        if (data.url !== undefined && link(data.url, base) === null) return "Only links of the web can be shared.";
        return null;
    }

    return { fault, isBlocked, link, isSafeName, mostBytes };
})();
