// SPDX-License-Identifier: Apache-2.0
//
// navigator.share and navigator.canShare, as https://www.w3.org/TR/web-share/ has them, where the browser has none. This runs in
// the page's own world, before the page's scripts. Nothing here is a guard: a page can change all of it, and can
// speak with bridge.js itself. So bridge.js and background.js check everything again, where no page comes.

"use strict";

(() => {
    const rules = globalThis.activityShareRules;
    delete globalThis.activityShareRules;
    if (!isSecureContext || "share" in Navigator.prototype) return;

    const { document, navigator, DOMException, TypeError, Promise } = globalThis;
    const activation = navigator.userActivation;
    /// What bridge.js has found; until then only what the page's own origin has by default. Firefox has no ancestorOrigins before 148:
    /// a frame waits for the bridge there.
    let isAllowed = origin !== "null"
        && (window === top || (location.ancestorOrigins && Array.from(location.ancestorOrigins).every((other) => other === origin)) === true);
    /// When a share last took an activation, in milliseconds: a script cannot consume one. A click or key gives the next.
    let spent = -Infinity;
    const activationLasts = 5000;
    for (const name of ["keydown", "mousedown", "pointerup", "touchend"]) {
        addEventListener(name, (event) => { if (event.isTrusted) spent = -Infinity; }, { capture: true, passive: true });
    }
    /// [[sharePromise]]: how to end it.
    let pending = null;
    let number = 0;

    // The bridge's words, which the page's own listeners do not get to see. A page that makes one up ends only its own promise.
    addEventListener("message", (event) => {
        const message = event.data;
        if (event.source !== window) return;
        if (message?.activityShare === "policy") isAllowed = message.isAllowed === true;
        else if (message?.activityShare === "answer" && pending?.number === message.number) end(message.error);
        else return;
        event.stopImmediatePropagation();
    }, true);

    function end(error) {
        const { resolve, reject } = pending;
        pending = null;
        if (error === null) resolve();
        else reject(error === "TypeError" ? new TypeError("This cannot be shared.") : new DOMException("Nothing was shared.", error));
    }

    /// The argument as Web IDL converts it to ShareData: members in alphabetical order, strings well formed.
    function converted(data) {
        if (data === undefined || data === null) return {};
        if (typeof data !== "object" && typeof data !== "function") throw new TypeError("The data is no object.");
        const made = {};
        const files = data.files;
        if (files !== undefined) {
            if (Object(files) !== files || typeof files[Symbol.iterator] !== "function") throw new TypeError("files is no sequence.");
            made.files = [...files];
            if (!made.files.every((file) => file instanceof File)) throw new TypeError("files has something else than Files.");
        }
        for (const name of ["text", "title", "url"]) {
            const value = data[name];
            if (value !== undefined) made[name] = `${value}`.toWellFormed();
        }
        return made;
    }

    function begin(data) {
        if (document.defaultView === null) throw new DOMException("The document is not active.", "InvalidStateError");
        if (!isAllowed) throw new DOMException("The permissions policy does not allow web-share here.", "NotAllowedError");
        if (pending) throw new DOMException("An earlier share has not ended.", "InvalidStateError");
        const isActive = activation.isActive && performance.now() - spent > activationLasts;
        if (!isActive) throw new DOMException("A share takes a person's click or key.", "NotAllowedError");
        spent = performance.now();
        const fault = rules.fault(data, document.baseURI);
        if (fault !== null) throw new TypeError(fault);
        if (rules.isBlocked(data)) throw new DOMException("Files of this type cannot be shared.", "NotAllowedError");
        if (data.url !== undefined) data.url = rules.link(data.url, document.baseURI);
        return new Promise((resolve, reject) => {
            pending = { resolve, reject, number: ++number };
            window.postMessage({ activityShare: "share", number, data }, "*");
        });
    }

    const methods = {
        canShare(data = {}) {
            if (this !== navigator) throw new TypeError("Illegal invocation");
            data = converted(data);
            return document.defaultView !== null && isAllowed && rules.fault(data, document.baseURI) === null;
        },
        share(data = {}) {
            try {
                if (this !== navigator) throw new TypeError("Illegal invocation");
                return begin(converted(data));
            } catch (error) {
                return Promise.reject(error);
            }
        },
    };
    Object.defineProperties(Navigator.prototype, Object.getOwnPropertyDescriptors(methods));
})();
