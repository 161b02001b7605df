// SPDX-License-Identifier: Apache-2.0

/// A sentence for the log, with the name of the generator that it is about.
package enum GeneratorMessage {
    case problem(String)
    /// Some changes are not seen.
    case unwatched(String)
    case ran(String, String)
    /// A failed run, or a fault in the output of another.
    case generatorProblem(String, String)
    /// A generator's standard error.
    case printed(String, String)
}
