#pragma once
#if !__has_include(<cairo.h>)
#error "Cairo is missing: apt-get install libcairo2-dev"
#endif
#include <cairo.h>
#include <cairo-pdf.h>
