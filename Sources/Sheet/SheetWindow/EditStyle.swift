// SPDX-License-Identifier: Apache-2.0

extension SheetStyle {
    static let editing = """
        .sheet button.edit { min-width: 44px; min-height: 44px; padding: 0 14px; margin: 0 0 4px;
            color: @sheet_accent; font-size: 0.94em; }
        .sheet .editing { margin: 12px 18px 6px; }
        .sheet .detail.editing { margin-top: 0; }
        .sheet .edited { min-height: 56px; padding: 4px 14px; border-spacing: 8px; }
        .sheet .edited .tile { min-width: 44px; min-height: 44px; border-radius: 11px; }
        .sheet .edited .name { margin: 0 0 0 4px; }
        .sheet .edited .name:dir(rtl) { margin: 0 4px 0 0; }
        .sheet .edited .detail { margin: 0 4px; }
        .sheet button.star { min-width: 44px; min-height: 44px; border-radius: 22px; color: @sheet_ink; }
        .sheet button.star:checked { background: none; color: @sheet_accent; }
        .sheet button.star.unavailable { opacity: 0.5; }
        .sheet listview.items > row:focus > .edited { outline: 2px solid @sheet_accent; outline-offset: -3px;
            border-radius: 14px; }
        .sheet button.step { min-height: 44px; padding: 0 14px; }
        .sheet button.step:disabled { color: @sheet_secondary; }

        """
}
