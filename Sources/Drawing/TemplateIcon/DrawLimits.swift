// SPDX-License-Identifier: Apache-2.0

enum DrawLimits {
    /// Maximum bytes of an input frame. Four files of 256 KiB are 1.4 MiB in base64, a thumbnail's picture of
    /// 2 MiB is 2.7.
    static let frameBytes = 4 << 20
    /// Maximum bytes of a reply. 512 x 512 pixels, raw or as a PNG of noise, are 1.4 MiB in base64.
    static let answerBytes = 4 << 20
    /// Limit on processor time in seconds, unless a request sets a lower one. Good icons take a few
    /// milliseconds.
    static let seconds = 5
    /// Wall-clock limit in seconds: on a busy machine a child waits for its processor time.
    static let wallSeconds = 20
    /// Address space of a child. The program itself maps 75 MiB, good icons took up to 20 more, and filters
    /// designed for it took 150. All children together, and the daemon, must fit the service's MemoryMax=.
    static let memoryBytes: UInt64 = 256 << 20
    /// Maximum concurrent children: as many as activityd's concurrent requests, whatever the number of
    /// processors, so that a slow picture shares the processor with others and blocks none of them.
    static let children = 4
}
