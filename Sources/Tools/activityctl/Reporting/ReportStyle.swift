// SPDX-License-Identifier: Apache-2.0

/// The report's style sheet: light or dark, for screens of any width and for paper.
enum ReportStyle {
    /// Number of colours for marks, which repeat after that.
    static let marks = 4

    static let css: HTML = """

        :root { --ink: #1f2430; --quiet: #5c6370; --ground: #f4f5f9; --card: #fff; --line: #d9dce4;
            --error: #b3261e; --warning: #7a4d00; --good: #1b6e3c; }
        @media (prefers-color-scheme: dark) { :root { --ink: #f2f4f8; --quiet: #b4bac6; --ground: #16181d;
            --card: #22252c; --line: #3a3e48; --error: #ffb4ab; --warning: #ffca7a; --good: #8fd9a8; } }
        body { margin: 0 auto; padding: 24px; max-width: 60rem; color: var(--ink); background: var(--ground);
            font: 16px/1.5 system-ui, sans-serif; }
        h1, h2, h3 { line-height: 1.25; overflow-wrap: anywhere; }
        section { margin-block: 24px; padding: 8px 24px 16px; background: var(--card);
            border: 1px solid var(--line); border-radius: 12px; }
        small, figcaption { color: var(--quiet); font-size: 0.875em; }
        li small { display: block; }
        .marked { list-style: none; padding: 0; }
        code { overflow-wrap: anywhere; }
        .error { color: var(--error); } .warning { color: var(--warning); } .good { color: var(--good); }
        .pictures { display: flex; flex-wrap: wrap; gap: 16px; }
        figure { margin: 0; break-inside: avoid; }
        .enlarged { position: relative; width: min(20rem, 80vw); aspect-ratio: var(--columns) / var(--rows);
            overflow: hidden; border: 1px solid var(--line); border-radius: 8px; print-color-adjust: exact;
            background: repeating-conic-gradient(#e9ebf0 0 25%, #fff 0 50%) 0 0 / 20px 20px; }
        .enlarged.dark { background: #26282f; }
        .enlarged > * { position: absolute; inset: 0; width: 100%; height: 100%; image-rendering: pixelated; }
        /* The canvas's middle. */
        .enlarged::after { content: ""; position: absolute; inset: 0;
            background: linear-gradient(#0077b6, #0077b6) 50% / 1px 100% no-repeat,
            linear-gradient(#0077b6, #0077b6) 50% / 100% 1px no-repeat; }
        .shape { display: inline-block; background: currentColor;
            -webkit-mask: var(--icon) center / contain no-repeat;
            mask: var(--icon) center / contain no-repeat; }
        .dark > .shape { color: #f2f4f8; }
        .pixels { opacity: 0.7; -webkit-mask: var(--pixels) 0 0 / 100% 100%;
            mask: var(--pixels) 0 0 / 100% 100%; background: currentColor; }
        .enlarged > .box { box-sizing: border-box; inset: auto; border: 2px solid currentColor;
            left: calc(100% * var(--x) / var(--columns)); width: calc(100% * var(--width) / var(--columns));
            top: calc(100% * var(--y) / var(--rows)); height: calc(100% * var(--height) / var(--rows)); }
        .mark0 { color: #d81b60; } .mark1 { color: #e65100; }
        .mark2 { color: #6a1b9a; } .mark3 { color: #00796b; }
        .number { display: inline-block; min-width: 1.4em; border-radius: 0.7em; text-align: center;
            background: currentColor; print-color-adjust: exact; }
        .number::first-line { color: #fff; }
        .samples p { display: flex; align-items: center; gap: 22px; margin: 0 0 8px; padding: 12px 22px;
            border-radius: 8px; border: 1px solid var(--line); print-color-adjust: exact; }
        .samples .light { background: #fff; color: #1f2430; }
        .samples .dark { background: #26282f; color: #f2f4f8; }
        .samples .tinted { background: #f4f5f9; color: #0b57d0; }
        .titles { display: grid; grid-template-columns: repeat(auto-fill, minmax(7.5rem, 1fr)); gap: 16px;
            padding: 0; list-style: none; }
        .titles li { font-size: 12px; text-align: center; break-inside: avoid; }
        .tile { display: block; width: 60px; height: 60px; margin: 0 auto 6px;
            border: 1px solid var(--line); border-radius: 14px; }
        .title { display: block; min-height: 2.5em; line-height: 1.25; white-space: pre-line; }

        """
}
