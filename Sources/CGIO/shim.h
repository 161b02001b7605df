// SPDX-License-Identifier: Apache-2.0
// GIO's content types and file information.
#pragma once
#include <gio/gio.h>
