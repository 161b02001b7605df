// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Starts the programs that standard input lists, one after another; the first that fails is the last.
///
/// - Returns: the exit status.
int run_each(void);
