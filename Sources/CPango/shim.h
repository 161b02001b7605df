// SPDX-License-Identifier: Apache-2.0
// Pango on cairo, and fontconfig, which knows where the fonts are.
#pragma once
#include <cairo.h>
#include <fontconfig/fontconfig.h>
#include <pango/pangocairo.h>
