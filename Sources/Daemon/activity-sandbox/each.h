// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Runs the programs listed on standard input one after another, and stops at the first that fails.
///
/// - Returns: the exit status, unless a signal ended the failed program: then this process ends by the same
///   signal.
int run_each(void);

/// Runs the programs listed on standard input side by side, at most 64 at a time, and waits for all of them.
///
/// - Returns: the exit status of the first that failed, with the same exception.
int run_together(void);
