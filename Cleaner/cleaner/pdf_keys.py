# SPDX-License-Identifier: Apache-2.0
"""Keys of a PDF's dictionaries that are needed to show, read, fill in and navigate it, in the order of ISO 32000-2:2020's tables.
Keys of metadata, attachments, former versions, scripts, signatures, films and programs' own data are left out."""


def names(text):
    return {"/" + name for name in text.split()}


KEYS = names("""
    Type Subtype S N K P O V Length Filter DecodeParms Predictor Colors BitsPerComponent Columns EarlyChange EndOfLine
    EncodedByteAlign Rows EndOfBlock BlackIs1 DamagedRowsBeforeError JBIG2Globals ColorTransform Version Extensions
    BaseVersion ExtensionLevel ExtensionRevision URL Pages PageLabels Names Dests ViewerPreferences PageLayout PageMode
    Outlines OpenAction URI Base AcroForm StructTreeRoot MarkInfo Lang OutputIntents OCProperties HideToolbar HideMenubar
    HideWindowUI FitWindow CenterWindow DisplayDocTitle NonFullScreenPageMode Direction ViewArea ViewClip PrintArea PrintClip
    PrintScaling Duplex PickTrayByPDFSize PrintPageRange NumCopies Enforce Parent Kids Count Resources MediaBox CropBox
    BleedBox TrimBox ArtBox BoxColorInfo Contents Rotate Group B Dur Trans Annots StructParents StructParent Tabs UserUnit
    ExtGState ColorSpace Pattern Shading XObject Font ProcSet Properties Limits Nums FunctionType Domain Range Size
    BitsPerSample Order Encode Decode C0 C1 Functions Bounds LW LC LJ ML D RI OP op OPM BG BG2 UCR UCR2 TR TR2 HT FL SM SA BM
    SMask CA ca AIS TK UseBlackPtComp HTO WhitePoint BlackPoint Gamma Matrix Alternate Colorants Process Components
    MixingHints Solidities PrintingOrder DotGain DefaultGray DefaultRGB DefaultCMYK PatternType PaintType TilingType BBox
    XStep YStep ShadingType Background AntiAlias Coords Extend Function BitsPerCoordinate BitsPerFlag VerticesPerRow Width
    Height ImageMask Mask Intent Interpolate SMaskInData Matte FormType I Isolated Knockout CS G BC BaseFont FirstChar
    LastChar Widths FontDescriptor Encoding ToUnicode FontBBox FontMatrix CharProcs BaseEncoding Differences CIDSystemInfo
    Registry Ordering Supplement DW W DW2 W2 CIDToGIDMap DescendantFonts CMapName WMode UseCMap FontName FontFamily
    FontStretch FontWeight Flags ItalicAngle Ascent Descent Leading CapHeight XHeight StemV StemH AvgWidth MaxWidth
    MissingWidth FontFile FontFile2 FontFile3 CharSet Style Panose FD CIDSet Length1 Length2 Length3 Name HalftoneType
    Frequency Angle SpotFunction AccurateScreens TransferFunction Xsquare Ysquare Width2 Height2 Default First Last Title Prev
    Next Dest A SE C F SD IF ID Ds T NewWindow H Fields IsMap IX St R Di SS Dm M Rect AP AS Border OC BE Popup BS Open
    StateModel State QuadPoints PA DA Q RD LE L LL LLE CP Cap IT Vertices InkList Sy CO MK Opt AC TP SW FB X Y Fm RT RV LV VC
    DR SigFlags NeedAppearances FT Ff TU TM DV TI MaxLen DS OCGs OCG VE Usage View Print Export Zoom PageElement Language
    ON OFF BaseState Event Category RBGroups Locked ListMode Configs ViewState PrintState ExportState Preferred min max
    OutputCondition OutputConditionIdentifier RegistryName Info DestOutputProfile DestOutputProfileRef MixingSpace IDTree
    ParentTree ParentTreeNextKey RoleMap ClassMap Namespaces NS RoleMapNS PronunciationLexicon Ref Pg Alt E ActualText Phoneme
    PhoneticAlphabet Stm StmOwn Obj MCID MCR OBJR Marked UserProperties Suspects Attested Artifact Placement WritingMode
    BackgroundColor BorderColor BorderStyle BorderThickness Padding Color SpaceBefore SpaceAfter StartIndent EndIndent
    TextIndent TextAlign BlockAlign InlineAlign TBorderStyle TPadding BaselineShift LineHeight TextDecorationColor
    TextDecorationThickness TextDecorationType RubyAlign RubyPosition GlyphOrientationVertical ColumnCount ColumnGap
    ColumnWidths TextPosition ListNumbering ContinuedList ContinuedFrom RowSpan ColSpan Headers Scope Short Summary Role
    checked Desc Checked NoteType
""")
# Trailer keys of the file's structure, besides the root, and the document information, which ExifTool reads. They are no facts.
TRAILER = names("Info ID Encrypt Prev XRefStm Type W Index Filter DecodeParms Length")
# Annotation types without an attached file.
ANNOTATIONS = names("""
    Text Link FreeText Line Square Circle Polygon PolyLine Highlight Underline Squiggly StrikeOut Stamp Caret Ink Popup Widget
    Watermark PrinterMark TrapNet Redact Projection
""")
# Allowed actions of links and buttons: none that runs a script or another program.
ACTIONS = names("GoTo GoToR URI Named SubmitForm ResetForm Hide SetOCGState Trans")
RESOURCES = names("ExtGState ColorSpace Pattern Shading XObject Font Properties")
# Dictionaries whose keys are chosen by programs, by the key of the dictionary around them; "" for any.
NAMES_ANYTHING = {
    "": names("CharProcs RoleMap ClassMap Colorants Extensions RoleMapNS"), "/Resources": RESOURCES, "/DR": RESOURCES,
    "/AP": names("N R D"), "/Root": names("Dests"),
}
