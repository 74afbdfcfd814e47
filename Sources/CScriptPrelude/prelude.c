// Written by Scripts/prelude.
#include "prelude.h"
#include <string.h>
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char bridge_js[] = {
#embed "../OffscreenScript/Prelude/bridge.js"
};

const unsigned char *offscreen_prelude_file(const char *name, size_t *count) {
  if (!strcmp(name, "bridge.js")) { *count = sizeof bridge_js; return bridge_js; }
  return 0;
}
