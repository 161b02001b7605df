// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import Testing

@Suite("Brands in titles")
struct TitleBrandTests {
    private func judge(
        _ title: String, vendor: String? = nil, product: String? = nil,
        identifier: String = "org.example.resize"
    ) -> [Diagnostic] {
        TitleRules.judge(
            title: title, pointer: "/title", soft: false, isCustom: true, vendor: vendor, product: product,
            identifier: identifier, reserved: ReservedTitles([]))
    }

    private func acme(_ title: String) -> [Diagnostic] {
        judge(title, vendor: "Acme Photo Ltd", product: "PixelKit", identifier: "org.acmelabs.tools.resize")
    }

    @Test(
        "vendor, product and the identifier's middle labels are brands",
        arguments: [
            ("Acme Photo Resize", "vendor"), ("Resize by ACME PHOTO", "vendor"),
            ("PixelKit Resize", "product"), ("Open in Pixelkit", "product"),
            ("Acmelabs Resize", "identifier"),
            ("More Tools", "identifier"),
        ])
    func brands(title: String, key: String) throws {
        let fault = try #require(acme(title).first { $0.rule == .titleBrand })
        #expect(fault.message.contains("from the \(key) "))
    }

    @Test(
        "other words, one of a longer name, parts of words and the activity's own label are none",
        arguments: [
            "Resize Photo", "Acme Resize", "Photo by Acme", "Resize", "Org Chart", "Acmeist Poem",
            "Pixel Kit",
            "Limited",
        ])
    func noBrands(title: String) {
        #expect(!acme(title).map(\.rule).contains(.titleBrand))
    }

    @Test(
        "which names count",
        arguments: [
            ("Print to HP", "HP", nil, "com.hp.paper", false), ("腾讯分享", "腾讯", nil, "com.a.share", true),
            ("삼성으로 보내기", "삼성", nil, "com.a.share", false),
            ("Resize", nil, "Resize", "org.example.resize", true),
            ("Photokit Crop", nil, "Photo Kit", "org.example.photokit", true),
            ("Photoshop It", nil, "Adobe Photoshop", "x.y", false),
            ("Photoshop It", nil, "Photoshop", "x.y", true),
            ("Adobe Photoshop It", nil, "Adobe Photoshop", "x.y", true),
            ("Edit for Adobe", "Adobe Systems", nil, "com.adobe.edit", true),
            ("Sign Document", "The Document Foundation", nil, "x.y", false),
            ("Remove Red Eyes", "Red Hat", nil, "com.redhat.eyes", false),
            ("Crop", nil, "", "x", false), ("Café Menu", "CAFE", nil, "x.y", true),
            ("My Photo Editor", nil, "Photo Editor", "x.y", true),
            ("Edit Photo", nil, "Photo Editor", "x.y", false),
            ("Gimp It", "The GIMP Team", nil, "x.y", false),
            ("Gimp It", "The GIMP", nil, "x.y", true),
        ] as [(String, String?, String?, String, Bool)])
    func names(title: String, vendor: String?, product: String?, identifier: String, isBrand: Bool) {
        let faults = judge(title, vendor: vendor, product: product, identifier: identifier)
        #expect(faults.map(\.rule) == (isBrand ? [.titleBrand] : []))
    }
}
