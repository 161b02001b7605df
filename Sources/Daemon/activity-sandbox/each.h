// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Starts the programs that standard input lists, one after another; the first that fails is the last.
///
/// - Returns: the exit status.
int run_each(void);

/// Starts them all at once, and waits for each of them.
///
/// - Returns: the exit status of the first that failed.
int run_together(void);
