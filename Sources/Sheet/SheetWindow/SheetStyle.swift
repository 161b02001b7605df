// SPDX-License-Identifier: Apache-2.0
//
// The sheet's whole style, because GTK loads no theme (Desktop.swift). One literal, so that no file is needed
// below /usr. Text is sized in em, and scales with the person's font; buttons and drawings, in px. The
// colours are Palette's.

enum SheetStyle {
    static func css(_ appearance: DesktopAppearance) -> String {
        Palette(appearance).css + rules + editing + likeDesktop(appearance.family)
            + (appearance.isContrasting ? contrasting : "")
            + (appearance.isComposited ? "" : uncomposited)
    }

    private static func likeDesktop(_ family: DesktopFamily) -> String {
        switch family {
        case .gnome: adwaita
        case .plasma: breeze
        case .other: ""
        }
    }

    private static let rules = """
        window.sheet { background: @sheet_panel; color: @sheet_ink; border-radius: 20px; }
        window.sheet.csd { box-shadow: 0 1px 3px alpha(black, 0.14), 0 10px 28px 2px alpha(black, 0.24),
            0 0 0 1px alpha(@sheet_edge, 0.9); }
        window.sheet.csd:backdrop {
            box-shadow: 0 1px 3px alpha(black, 0.12), 0 6px 18px 2px alpha(black, 0.16),
            0 0 0 1px alpha(@sheet_edge, 0.9), 0 10px 28px 2px transparent; }
        window.sheet.solid-csd { border-radius: 0; padding: 0; box-shadow: inset 0 0 0 1px @sheet_edge; }
        window.sheet.maximized { border-radius: 0; box-shadow: none; }
        window.sheet.compact, window.sheet.compact:backdrop { background: alpha(black, 0.45);
            border-radius: 0; box-shadow: none; }
        .sheet box.from-bottom { background: @sheet_panel; border-radius: 20px 20px 0 0; }
        .sheet button.outside { background: none; border: none; box-shadow: none; outline: none; }
        window.sheet label { color: inherit; }
        window.sheet scrolledwindow, window.sheet viewport, window.sheet listview,
        window.sheet stack { background: none; border: none; box-shadow: none; }
        window.sheet undershoot, window.sheet overshoot { background: none; }
        window.sheet undershoot.bottom {
            background: linear-gradient(to top, @sheet_divider 1px, transparent 1px); }
        window.sheet undershoot.top {
            background: linear-gradient(to bottom, @sheet_divider 1px, transparent 1px); }

        .sheet button.plain { background: none; border: none; box-shadow: none; text-shadow: none; margin: 0;
            min-width: 0; min-height: 0; padding: 0; color: @sheet_ink; font-weight: normal;
            border-radius: 14px; outline: 2px solid transparent; outline-offset: -2px; transition: none; }
        .sheet button.plain:hover { background: alpha(@sheet_ink, 0.06); }
        .sheet button.plain:active, .sheet button.plain:checked { background: alpha(@sheet_ink, 0.11); }
        .sheet :focus, .sheet button.plain:focus { outline-color: @sheet_accent; }
        .sheet button.confirmed, .sheet switch.confirmed { background: alpha(@sheet_accent, 0.3); }

        .sheet .head { padding: 8px 8px 0; border-spacing: 2px; }
        .sheet .margin { min-height: 6px; }
        .sheet .margin progressbar { margin: 0 14px; }
        .sheet .margin progressbar > trough, .sheet .margin progressbar > trough > progress {
            min-height: 3px; }
        .sheet .options { padding: 0 10px; min-height: 44px; min-width: 44px; font-size: 0.88em;
            font-weight: 600; }
        .sheet button.options { color: @sheet_accent; font-weight: 600; }
        .sheet button.options:disabled { color: @sheet_secondary; font-weight: normal; }
        .sheet .options.on:disabled .mark { background: @sheet_secondary; }
        .sheet .options.place { opacity: 0; }
        .sheet .options .mark { min-width: 7px; min-height: 7px; border-radius: 4px; }
        .sheet .options.on .mark { background: @sheet_accent; }
        .sheet .rows { border-spacing: 10px; }
        .sheet .head > button.plain { padding: 0; }
        .sheet .head .shared { padding: 6px 12px 6px 6px; }
        .sheet .about { outline: 2px solid transparent; outline-offset: -5px; border-radius: 19px; }
        .sheet .about:focus { outline-color: @sheet_accent; }
        .sheet .head .shared:dir(rtl) { padding: 6px 6px 6px 12px; }
        .sheet .asker, .sheet .caller { font-size: 0.94em; margin: 0 14px; }
        .sheet .asker { font-weight: 600; }
        .sheet .first { margin-top: 14px; }
        .sheet .sign { background: @sheet_tile; color: @sheet_accent; border-radius: 10px; min-width: 44px;
            min-height: 44px; box-shadow: inset 0 0 0 1px @sheet_edge; }
        .sheet .heading { font-size: 1.06em; font-weight: 600; }
        .sheet .inside { margin-top: -4px; }
        .sheet .said { margin-top: -4px; margin-bottom: 5px; }
        .sheet .detail { font-size: 0.88em; color: @sheet_secondary; }
        .sheet .caption { font-size: 0.82em; color: @sheet_secondary; font-weight: 600; }
        .sheet separator { background: @sheet_divider; min-height: 1px; min-width: 1px; margin: 0 14px; }

        .sheet .group { padding: 6px 8px; }
        .sheet .left-out { margin: 0 22px 6px; }
        .sheet button.activity { padding: 8px 2px; }
        .sheet .tile { background: @sheet_tile; border-radius: 15px; min-width: 60px; min-height: 60px;
            box-shadow: inset 0 0 0 1px @sheet_edge; }
        .sheet button.activity:hover .tile { background: mix(@sheet_tile, @sheet_ink, 0.03); }
        .sheet .title { font-size: 0.86em; line-height: 1.34em; margin-top: 6px; }
        .sheet .subtitle { font-size: 0.78em; color: @sheet_secondary; }

        .sheet .groups > separator { margin: 0; }
        .sheet .quick > .caption { margin: 8px 0 0; }
        .sheet .quick .group { padding-top: 2px; }
        .sheet .quick .title:last-child { min-height: 2.68em; }
        .sheet .badge { background: @sheet_panel; border-radius: 10px; min-width: 20px; min-height: 20px;
            margin: 3px; box-shadow: inset 0 0 0 1px @sheet_edge; }
        .sheet .starred { color: @sheet_accent; margin: 5px; }
        .sheet .away .tile > image, .sheet .away .badge > image { opacity: 0.4; }
        .sheet .away .title, .sheet button.choice.away { color: @sheet_secondary; }
        .sheet popover button.choice { min-height: 44px; min-width: 120px; padding: 0 12px;
            border-radius: 9px; }

        .sheet .footer { padding: 8px 14px 14px; border-spacing: 10px; }
        .sheet button.pill { background: @sheet_tile; color: @sheet_accent; border: none; text-shadow: none;
            border-radius: 13px; min-height: 44px; padding: 0.14em 16px; font-weight: 600;
            box-shadow: inset 0 0 0 1px @sheet_edge; outline: 2px solid transparent; outline-offset: 2px;
            transition: none; margin: 0; }
        .sheet button.pill:hover { background: mix(@sheet_tile, @sheet_ink, 0.04); }
        .sheet button.pill:active { background: mix(@sheet_tile, @sheet_ink, 0.09); }
        .sheet button.pill:focus { outline-color: @sheet_accent; }
        .sheet button.pill:disabled { background: none; color: @sheet_secondary; font-weight: normal; }
        .sheet button.pill.quiet { background: none; color: @sheet_ink; font-weight: normal;
            box-shadow: none; }
        .sheet button.pill.quiet:hover { background: alpha(@sheet_ink, 0.06); }
        .sheet button.pill.quiet:active { background: alpha(@sheet_ink, 0.11); }
        .sheet button.pill.suggested { background: @sheet_accent; color: @sheet_on_accent; box-shadow: none; }
        .sheet button.pill.suggested:hover { background: mix(@sheet_accent, @sheet_on_accent, 0.08); }
        .sheet button.pill.suggested:active { background: mix(@sheet_accent, @sheet_on_accent, 0.16); }

        .sheet .page { padding: 18px 22px 12px; border-spacing: 10px; }
        .sheet .fields { padding: 12px 14px 10px; border-spacing: 14px; }
        .sheet .field { border-spacing: 5px; }
        .sheet .message { font-size: 1.06em; font-weight: 600; }
        .sheet .reason, .sheet .page > image { color: @sheet_secondary; }
        .sheet button.details { min-height: 44px; padding: 0 10px; }
        .sheet .fault, .sheet .page > .fault { font-size: 0.86em; color: @sheet_error; }
        .sheet .code { font-family: monospace; font-size: 0.86em; }
        .sheet entry, .sheet textview, .sheet dropdown > button, .sheet .card { background: @sheet_tile;
            color: @sheet_ink; border: none; border-radius: 11px; min-height: 44px; padding: 0 12px;
            box-shadow: inset 0 0 0 1px @sheet_edge; outline: 2px solid transparent; outline-offset: -2px;
            transition: none; caret-color: @sheet_accent; margin: 0; }
        .sheet .card { padding: 8px 12px; min-height: 28px; }
        .sheet dropdown > button { font-weight: normal; text-shadow: none; }
        .sheet dropdown:disabled, .sheet entry:disabled, .sheet textview:disabled, .sheet switch:disabled,
        .sheet menubutton:disabled { opacity: 0.5; }
        .sheet textview { padding: 11px 12px; min-height: 66px; }
        .sheet textview text { background: none; color: @sheet_ink; }
        .sheet entry > text > placeholder { color: @sheet_secondary; opacity: 1; }
        .sheet menubutton.pick > button { background: @sheet_tile; color: @sheet_accent; border: none;
            border-radius: 11px; min-width: 44px; min-height: 44px; padding: 0; text-shadow: none;
            box-shadow: inset 0 0 0 1px @sheet_edge; outline: 2px solid transparent; transition: none; }
        .sheet menubutton.pick > button:focus { outline-color: @sheet_accent; }
        .sheet entry:focus-within, .sheet textview:focus-within,
        .sheet dropdown > button:focus { outline-color: @sheet_accent; }
        .sheet entry.wrong, .sheet textview.wrong, .sheet dropdown.wrong > button {
            box-shadow: inset 0 0 0 1px @sheet_error; }
        .sheet entry.wrong:focus-within, .sheet textview.wrong:focus-within { outline-color: @sheet_error; }
        .sheet switch { background: mix(@sheet_tile, @sheet_ink, 0.55); border: none; border-radius: 14px;
            min-height: 28px; min-width: 50px; padding: 0; outline: 2px solid transparent;
            outline-offset: 2px; }
        .sheet switch:checked { background: @sheet_accent; }
        .sheet switch:focus { outline-color: @sheet_accent; }
        .sheet switch > image { color: transparent; }
        .sheet switch > slider { background: @sheet_tile; border: none; border-radius: 12px; box-shadow: none;
            min-width: 22px; min-height: 22px; margin: 3px; }
        .sheet selection { background: alpha(@sheet_accent, 0.3); color: @sheet_ink; }
        .sheet progressbar > trough { background: alpha(@sheet_ink, 0.12); border: none; border-radius: 4px;
            min-height: 7px; margin: 0; }
        .sheet progressbar > trough > progress { background: @sheet_accent; border: none; margin: 0;
            border-radius: 4px; min-height: 7px; }
        .sheet listview.items > row { padding: 0; background: none; outline: none; }
        .sheet popover > contents { background: @sheet_tile; color: @sheet_ink; border: none;
            border-radius: 13px; padding: 5px;
            box-shadow: 0 1px 3px alpha(black, 0.16), 0 6px 20px alpha(black, 0.2),
                inset 0 0 0 1px @sheet_edge; }
        .sheet popover listview, .sheet popover calendar { background: none; border: none;
            color: @sheet_ink; }
        .sheet popover listview > row { padding: 0 10px; min-height: 44px; border-radius: 9px;
            color: @sheet_ink; outline: 2px solid transparent; outline-offset: -2px; }
        .sheet popover listview > row:hover, .sheet popover listview > row:selected {
            background: alpha(@sheet_ink, 0.07); color: @sheet_ink; }
        .sheet popover listview > row:focus { outline-color: @sheet_accent; }
        .sheet dropdown arrow { -gtk-icon-source: -gtk-icontheme("pan-down-symbolic"); min-width: 16px;
            min-height: 16px; }
        .sheet scrollbar { background: none; }
        .sheet scrollbar slider { background: alpha(@sheet_ink, 0.35); border-radius: 4px; min-width: 5px;
            margin: 2px; }
        .sheet scrollbar.vertical slider { min-height: 40px; }
        .sheet scrollbar slider:hover { background: alpha(@sheet_ink, 0.55); }
        .sheet popover modelbutton { min-height: 36px; padding: 0 12px; border-radius: 9px; }
        .sheet popover modelbutton:hover, .sheet popover modelbutton:selected {
            background: alpha(@sheet_ink, 0.07); }
        .sheet popover modelbutton:disabled { color: alpha(@sheet_ink, 0.5); }
        .sheet popover modelbutton accelerator { color: @sheet_secondary; margin: 0 0 0 24px; }
        .sheet popover separator { margin: 4px 8px; }
        .sheet popover emoji { padding: 5px; border-radius: 6px; }
        .sheet popover emoji:focus, .sheet popover emoji:hover { background: alpha(@sheet_ink, 0.1); }
        .sheet cursor-handle { background: @sheet_accent; border-radius: 12px; min-width: 22px;
            min-height: 22px; }
        tooltip.background { background: @sheet_ink; color: @sheet_panel; border-radius: 8px;
            padding: 5px 9px; }
        .sheet calendar > header button { min-width: 36px; min-height: 36px; border-radius: 9px; }
        .sheet calendar > header { border: none; }
        .sheet calendar > grid > label.day-number { min-width: 34px; min-height: 30px; border-radius: 9px; }
        .sheet calendar > grid > label.day-number:selected { background: @sheet_accent;
            color: @sheet_on_accent; }
        .sheet calendar > grid > label.other-month, .sheet calendar > grid > label.day-name {
            color: @sheet_secondary; }
        .sheet calendar > grid > label.today { box-shadow: inset 0 0 0 1px @sheet_accent; }
        .sheet .item { padding: 4px 10px 4px 14px; border-spacing: 12px; min-height: 48px; }
        .sheet .sign.pictured { background: none; box-shadow: none; }
        .sheet .sign.several { box-shadow: 0 -15px 0 -7px alpha(@sheet_ink, 0.3),
            0 -10px 0 -5px @sheet_panel, 0 -8px 0 -4px alpha(@sheet_ink, 0.5), 0 -2px 0 -1px @sheet_panel; }
        .sheet .item .sign { min-width: 36px; min-height: 36px; border-radius: 9px; }
        .sheet button.remove { min-width: 44px; min-height: 44px; border-radius: 22px;
            color: @sheet_secondary; }

        """

    /// Adwaita's corners for windows, cards and buttons.
    private static let adwaita = """
        window.sheet:not(.solid-csd):not(.maximized):not(.compact) { border-radius: 12px; }
        .sheet box.from-bottom { border-radius: 12px 12px 0 0; }
        .sheet .about { border-radius: 12px; }
        .sheet .tile, .sheet .card { border-radius: 12px; }
        .sheet button.plain.activity { border-radius: 12px; }
        .sheet button.pill, .sheet entry, .sheet textview, .sheet dropdown > button,
        .sheet menubutton.pick > button { border-radius: 9px; }

        """

    /// Plasma's font is a size smaller than other desktops'.
    private static let breeze = """
        .sheet .title { font-size: 0.96em; }

        """

    /// Without compositing, a menu's surface is black beside the menu, and GTK enlarges the surface by any
    /// shadow, even an inner one.
    private static let uncomposited = """
        .sheet popover > contents { border: 1px solid @sheet_edge; border-radius: 0; box-shadow: none; }
        tooltip.background { border-radius: 0; }

        """

    private static let contrasting = """
        .sheet .tile, .sheet .badge, .sheet .sign, .sheet button.pill, .sheet entry, .sheet textview,
        .sheet .card, .sheet dropdown > button { box-shadow: inset 0 0 0 2px @sheet_edge; }
        .sheet button.pill.quiet { box-shadow: inset 0 0 0 2px @sheet_edge; }
        .sheet button.plain:hover, .sheet button.plain:checked { background: none;
            outline-color: @sheet_ink; }
        .sheet :focus, .sheet button.plain:focus, .sheet button.pill:focus {
            outline-width: 3px; }
        .sheet entry.wrong, .sheet textview.wrong, .sheet dropdown.wrong > button {
            box-shadow: inset 0 0 0 2px @sheet_error; }
        .sheet .away .tile { box-shadow: none; border: 2px dashed @sheet_edge; min-width: 56px;
            min-height: 56px; }
        window.sheet.csd:not(.compact), .sheet box.from-bottom { box-shadow: 0 0 0 2px @sheet_edge; }

        """
}
