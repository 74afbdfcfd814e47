#pragma once
#include <stddef.h>

// The bytes of a file of the prelude (Sources/OffscreenScript/Prelude), or of a group of files, which are one function
// that calls theirs; null where there is none of that name.
const unsigned char *offscreen_prelude_file(const char *name, size_t *count);

// The names of a group's files, without their ending; null for what is no group.
const char *offscreen_prelude_group(const char *name);
