// SPDX-License-Identifier: Apache-2.0
// libmd's SHA-256.
#pragma once
#include <stddef.h>
#include <sha256.h>
