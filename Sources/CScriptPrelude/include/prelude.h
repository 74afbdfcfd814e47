#pragma once
#include <stddef.h>

// The bytes of a file of the prelude (Sources/OffscreenScript/Prelude); null where there is none of that name.
const unsigned char *offscreen_prelude_file(const char *name, size_t *count);
