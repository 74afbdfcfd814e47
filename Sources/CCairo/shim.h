#pragma once
#include "../CPlatform/libraries.h"
#if !__has_include(<cairo/cairo.h>)
#error "Cairo is missing: apt-get install libcairo2-dev"
#endif
#include <cairo/cairo.h>
#include <cairo/cairo-pdf.h>
