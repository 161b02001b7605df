// SPDX-License-Identifier: Apache-2.0
// librsvg and the cairo it draws on.
#pragma once
#include <cairo.h>
#include <librsvg/rsvg.h>
