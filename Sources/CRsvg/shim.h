#pragma once
#if !__has_include(<librsvg/rsvg.h>)
#error "librsvg is missing: apt-get install librsvg2-dev"
#endif
#include <cairo.h>
#include <librsvg/rsvg.h>
