#pragma once
#if !__has_include(<glib.h>)
#error "GLib is missing: apt-get install libglib2.0-dev"
#endif
#include <glib.h>
