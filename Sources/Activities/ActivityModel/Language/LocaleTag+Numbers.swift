// SPDX-License-Identifier: Apache-2.0

extension LocaleTag {
    package var decimalMark: Character {
        guard Self.commaLanguages.contains(language) else { return "." }
        return Self.pointRegions.contains(region ?? "") ? "." : ","
    }

    private static let commaLanguages: Set<String> = [
        "af", "az", "be", "bg", "bs", "ca", "cs", "da", "de", "el", "es", "et", "eu", "fi", "fr", "gl", "hr",
        "hu", "hy",
        "id", "is", "it", "ka", "kk", "lt", "lv", "mk", "nb", "nl", "nn", "no", "pl", "pt", "ro", "ru", "sk",
        "sl", "sq", "sr",
        "sv", "tr", "uk", "uz", "vi",
    ]
    /// Regions that write a point although their language uses a comma elsewhere.
    private static let pointRegions: Set<String> = [
        "CH", "LI", "MX", "US", "PR", "GT", "HN", "NI", "PA", "PE", "SV", "DO",
    ]
}
