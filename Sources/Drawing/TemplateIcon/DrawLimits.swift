// SPDX-License-Identifier: Apache-2.0

/// Limits on the cost of one request, and of the work on it.
enum DrawLimits {
    /// A frame of input. Four files of 256 KiB are 1.4 MiB in base64, a picture of 2 MiB for a thumbnail 2.7.
    static let frameBytes = 4 << 20
    /// An answer. 512 x 512 pixels, as they are or as a PNG of noise, are 1.4 MiB in base64.
    static let answerBytes = 4 << 20
    /// Seconds on the wall clock, and of processor time where a request allows no less. Good icons take a few
    /// milliseconds.
    static let seconds = 5
    /// Address space of a child. The program itself maps 75 MiB, good icons took 20 more at most; filters made
    /// for it took 150. All children at once, and the daemon, have to fit the service's MemoryMax=.
    static let memoryBytes: UInt64 = 256 << 20
    /// Children at once: as many as activityd has under way, whatever the number of processors, so that a slow
    /// picture shares the processor with others and holds none of them up.
    static let children = 4
}
