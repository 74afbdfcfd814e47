// Written by Scripts/prelude.
#include "prelude.h"
#include <string.h>
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char abort_js[] = {
#embed "../OffscreenScript/Prelude/abort.js"
};
static const unsigned char attributes_js[] = {
#embed "../OffscreenScript/Prelude/attributes.js"
};
static const unsigned char bridge_js[] = {
#embed "../OffscreenScript/Prelude/bridge.js"
};
static const unsigned char character_data_js[] = {
#embed "../OffscreenScript/Prelude/character-data.js"
};
static const unsigned char collections_js[] = {
#embed "../OffscreenScript/Prelude/collections.js"
};
static const unsigned char core_js[] = {
#embed "../OffscreenScript/Prelude/core.js"
};
static const unsigned char document_js[] = {
#embed "../OffscreenScript/Prelude/document.js"
};
static const unsigned char element_js[] = {
#embed "../OffscreenScript/Prelude/element.js"
};
static const unsigned char events_rare_js[] = {
#embed "../OffscreenScript/Prelude/events-rare.js"
};
static const unsigned char events_ui_js[] = {
#embed "../OffscreenScript/Prelude/events-ui.js"
};
static const unsigned char events_js[] = {
#embed "../OffscreenScript/Prelude/events.js"
};
static const unsigned char lazy_js[] = {
#embed "../OffscreenScript/Prelude/lazy.js"
};
static const unsigned char mutation_js[] = {
#embed "../OffscreenScript/Prelude/mutation.js"
};
static const unsigned char node_js[] = {
#embed "../OffscreenScript/Prelude/node.js"
};
static const unsigned char parsing_js[] = {
#embed "../OffscreenScript/Prelude/parsing.js"
};
static const unsigned char range_js[] = {
#embed "../OffscreenScript/Prelude/range.js"
};
static const unsigned char selection_js[] = {
#embed "../OffscreenScript/Prelude/selection.js"
};
static const unsigned char traversal_js[] = {
#embed "../OffscreenScript/Prelude/traversal.js"
};
static const unsigned char xpath_js[] = {
#embed "../OffscreenScript/Prelude/xpath.js"
};

const unsigned char *offscreen_prelude_file(const char *name, size_t *count) {
  if (!strcmp(name, "abort.js")) { *count = sizeof abort_js; return abort_js; }
  if (!strcmp(name, "attributes.js")) { *count = sizeof attributes_js; return attributes_js; }
  if (!strcmp(name, "bridge.js")) { *count = sizeof bridge_js; return bridge_js; }
  if (!strcmp(name, "character-data.js")) { *count = sizeof character_data_js; return character_data_js; }
  if (!strcmp(name, "collections.js")) { *count = sizeof collections_js; return collections_js; }
  if (!strcmp(name, "core.js")) { *count = sizeof core_js; return core_js; }
  if (!strcmp(name, "document.js")) { *count = sizeof document_js; return document_js; }
  if (!strcmp(name, "element.js")) { *count = sizeof element_js; return element_js; }
  if (!strcmp(name, "events-rare.js")) { *count = sizeof events_rare_js; return events_rare_js; }
  if (!strcmp(name, "events-ui.js")) { *count = sizeof events_ui_js; return events_ui_js; }
  if (!strcmp(name, "events.js")) { *count = sizeof events_js; return events_js; }
  if (!strcmp(name, "lazy.js")) { *count = sizeof lazy_js; return lazy_js; }
  if (!strcmp(name, "mutation.js")) { *count = sizeof mutation_js; return mutation_js; }
  if (!strcmp(name, "node.js")) { *count = sizeof node_js; return node_js; }
  if (!strcmp(name, "parsing.js")) { *count = sizeof parsing_js; return parsing_js; }
  if (!strcmp(name, "range.js")) { *count = sizeof range_js; return range_js; }
  if (!strcmp(name, "selection.js")) { *count = sizeof selection_js; return selection_js; }
  if (!strcmp(name, "traversal.js")) { *count = sizeof traversal_js; return traversal_js; }
  if (!strcmp(name, "xpath.js")) { *count = sizeof xpath_js; return xpath_js; }
  return 0;
}
