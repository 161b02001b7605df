// SPDX-License-Identifier: Apache-2.0

"use strict";

/// In bytes; the program takes no longer ones.
const pieceBytes = 512 * 1024;

/// A part of a file as base64.
function pieceOf(file, offset) {
    return new Promise((resolve, reject) => {
        const reader = new FileReader();
        reader.onload = () => resolve(reader.result.slice(reader.result.indexOf(",") + 1));
        reader.onerror = () => reject(reader.error);
        reader.readAsDataURL(file.slice(offset, offset + pieceBytes));
    });
}
