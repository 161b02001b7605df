// SPDX-License-Identifier: Apache-2.0
// libpng's simplified interface.
#pragma once
#include <png.h>
