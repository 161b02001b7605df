// SPDX-License-Identifier: Apache-2.0

/// Masks in the style of the system activities' icons, for actions without a symbolic icon.
enum DrawnIcon {
    /// A sheet of paper with a prompt for an action; a paper plane for an activity that shares.
    static func mask(isShare: Bool) -> [UInt8] {
        let drawing =
            isShare
            ? "<path d=\"M57.5 12.5L11.5 30.5l18 9.5 9.5 18z\"/><path d=\"M57.5 12.5l-28 27.5\"/>"
            : "<path d=\"M38 11.5H21a7 7 0 0 0-7 7v33a7 7 0 0 0 7 7h28a7 7 0 0 0 7-7V29.5L38 11.5"
                + "v11a7 7 0 0 0 7 7h11\"/>"
                + "<path d=\"M29 38l6.5 6.5L29 51M40 51h5\"/>"
        let text = """
            <svg xmlns="http://www.w3.org/2000/svg" width="70" height="70" viewBox="0 0 70 70">
            <g fill="none" stroke="#000" stroke-width="5" stroke-linecap="round" stroke-linejoin="round">
            \(drawing)
            </g>
            </svg>

            """
        return Array(text.utf8)
    }
}
