// Written by Scripts/prelude.
#include "prelude.h"
#include <string.h>
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char abort_js[] = {
#embed "../OffscreenScript/Prelude/abort.js"
};
static const unsigned char animation_css_js[] = {
#embed "../OffscreenScript/Prelude/animation-css.js"
};
static const unsigned char animation_effect_js[] = {
#embed "../OffscreenScript/Prelude/animation-effect.js"
};
static const unsigned char animation_timing_js[] = {
#embed "../OffscreenScript/Prelude/animation-timing.js"
};
static const unsigned char animation_updates_js[] = {
#embed "../OffscreenScript/Prelude/animation-updates.js"
};
static const unsigned char animation_js[] = {
#embed "../OffscreenScript/Prelude/animation.js"
};
static const unsigned char aria_members_js[] = {
#embed "../OffscreenScript/Prelude/aria-members.js"
};
static const unsigned char aria_js[] = {
#embed "../OffscreenScript/Prelude/aria.js"
};
static const unsigned char attribute_objects_js[] = {
#embed "../OffscreenScript/Prelude/attribute-objects.js"
};
static const unsigned char audio_js[] = {
#embed "../OffscreenScript/Prelude/audio.js"
};
static const unsigned char base___js[] = {
#embed "../OffscreenScript/Prelude/base64.js"
};
static const unsigned char blob_js[] = {
#embed "../OffscreenScript/Prelude/blob.js"
};
static const unsigned char body_js[] = {
#embed "../OffscreenScript/Prelude/body.js"
};
static const unsigned char brands_js[] = {
#embed "../OffscreenScript/Prelude/brands.js"
};
static const unsigned char bridge_js[] = {
#embed "../OffscreenScript/Prelude/bridge.js"
};
static const unsigned char byte_stream_js[] = {
#embed "../OffscreenScript/Prelude/byte-stream.js"
};
static const unsigned char bytes_js[] = {
#embed "../OffscreenScript/Prelude/bytes.js"
};
static const unsigned char cache_storage_js[] = {
#embed "../OffscreenScript/Prelude/cache-storage.js"
};
static const unsigned char canvas_context_js[] = {
#embed "../OffscreenScript/Prelude/canvas-context.js"
};
static const unsigned char canvas_element_js[] = {
#embed "../OffscreenScript/Prelude/canvas-element.js"
};
static const unsigned char canvas_path_js[] = {
#embed "../OffscreenScript/Prelude/canvas-path.js"
};
static const unsigned char canvas_recorder_js[] = {
#embed "../OffscreenScript/Prelude/canvas-recorder.js"
};
static const unsigned char canvas_state_js[] = {
#embed "../OffscreenScript/Prelude/canvas-state.js"
};
static const unsigned char canvas_styles_js[] = {
#embed "../OffscreenScript/Prelude/canvas-styles.js"
};
static const unsigned char canvas_js[] = {
#embed "../OffscreenScript/Prelude/canvas.js"
};
static const unsigned char caret_js[] = {
#embed "../OffscreenScript/Prelude/caret.js"
};
static const unsigned char character_data_js[] = {
#embed "../OffscreenScript/Prelude/character-data.js"
};
static const unsigned char clipboard_js[] = {
#embed "../OffscreenScript/Prelude/clipboard.js"
};
static const unsigned char clone_js[] = {
#embed "../OffscreenScript/Prelude/clone.js"
};
static const unsigned char collections_js[] = {
#embed "../OffscreenScript/Prelude/collections.js"
};
static const unsigned char commands_js[] = {
#embed "../OffscreenScript/Prelude/commands.js"
};
static const unsigned char console_js[] = {
#embed "../OffscreenScript/Prelude/console.js"
};
static const unsigned char conversions_js[] = {
#embed "../OffscreenScript/Prelude/conversions.js"
};
static const unsigned char crypto_curves_js[] = {
#embed "../OffscreenScript/Prelude/crypto-curves.js"
};
static const unsigned char crypto_encoding_js[] = {
#embed "../OffscreenScript/Prelude/crypto-encoding.js"
};
static const unsigned char crypto_rsa_js[] = {
#embed "../OffscreenScript/Prelude/crypto-rsa.js"
};
static const unsigned char crypto_subtle_js[] = {
#embed "../OffscreenScript/Prelude/crypto-subtle.js"
};
static const unsigned char crypto_symmetric_js[] = {
#embed "../OffscreenScript/Prelude/crypto-symmetric.js"
};
static const unsigned char crypto_js[] = {
#embed "../OffscreenScript/Prelude/crypto.js"
};
static const unsigned char css_js[] = {
#embed "../OffscreenScript/Prelude/css.js"
};
static const unsigned char cssom_js[] = {
#embed "../OffscreenScript/Prelude/cssom.js"
};
static const unsigned char custom_elements_js[] = {
#embed "../OffscreenScript/Prelude/custom-elements.js"
};
static const unsigned char data_transfer_js[] = {
#embed "../OffscreenScript/Prelude/data-transfer.js"
};
static const unsigned char dataset_js[] = {
#embed "../OffscreenScript/Prelude/dataset.js"
};
static const unsigned char dates_js[] = {
#embed "../OffscreenScript/Prelude/dates.js"
};
static const unsigned char device_js[] = {
#embed "../OffscreenScript/Prelude/device.js"
};
static const unsigned char document_members_js[] = {
#embed "../OffscreenScript/Prelude/document-members.js"
};
static const unsigned char editing_blocks_js[] = {
#embed "../OffscreenScript/Prelude/editing-blocks.js"
};
static const unsigned char editing_texts_js[] = {
#embed "../OffscreenScript/Prelude/editing-texts.js"
};
static const unsigned char editing_values_js[] = {
#embed "../OffscreenScript/Prelude/editing-values.js"
};
static const unsigned char editing_js[] = {
#embed "../OffscreenScript/Prelude/editing.js"
};
static const unsigned char element_internals_js[] = {
#embed "../OffscreenScript/Prelude/element-internals.js"
};
static const unsigned char element_members_js[] = {
#embed "../OffscreenScript/Prelude/element-members.js"
};
static const unsigned char element_registry_js[] = {
#embed "../OffscreenScript/Prelude/element-registry.js"
};
static const unsigned char elements_js[] = {
#embed "../OffscreenScript/Prelude/elements.js"
};
static const unsigned char encoding_js[] = {
#embed "../OffscreenScript/Prelude/encoding.js"
};
static const unsigned char event_dispatch_js[] = {
#embed "../OffscreenScript/Prelude/event-dispatch.js"
};
static const unsigned char event_source_js[] = {
#embed "../OffscreenScript/Prelude/event-source.js"
};
static const unsigned char events_rare_js[] = {
#embed "../OffscreenScript/Prelude/events-rare.js"
};
static const unsigned char events_shadow_js[] = {
#embed "../OffscreenScript/Prelude/events-shadow.js"
};
static const unsigned char events_touch_js[] = {
#embed "../OffscreenScript/Prelude/events-touch.js"
};
static const unsigned char events_ui_js[] = {
#embed "../OffscreenScript/Prelude/events-ui.js"
};
static const unsigned char exceptions_js[] = {
#embed "../OffscreenScript/Prelude/exceptions.js"
};
static const unsigned char fetch_js[] = {
#embed "../OffscreenScript/Prelude/fetch.js"
};
static const unsigned char file_reader_sync_js[] = {
#embed "../OffscreenScript/Prelude/file-reader-sync.js"
};
static const unsigned char focus_js[] = {
#embed "../OffscreenScript/Prelude/focus.js"
};
static const unsigned char font_face_js[] = {
#embed "../OffscreenScript/Prelude/font-face.js"
};
static const unsigned char fonts_js[] = {
#embed "../OffscreenScript/Prelude/fonts.js"
};
static const unsigned char form_associated_js[] = {
#embed "../OffscreenScript/Prelude/form-associated.js"
};
static const unsigned char form_data_js[] = {
#embed "../OffscreenScript/Prelude/form-data.js"
};
static const unsigned char form_entries_js[] = {
#embed "../OffscreenScript/Prelude/form-entries.js"
};
static const unsigned char forms_js[] = {
#embed "../OffscreenScript/Prelude/forms.js"
};
static const unsigned char frames_js[] = {
#embed "../OffscreenScript/Prelude/frames.js"
};
static const unsigned char fullscreen_js[] = {
#embed "../OffscreenScript/Prelude/fullscreen.js"
};
static const unsigned char geometry_interfaces_js[] = {
#embed "../OffscreenScript/Prelude/geometry-interfaces.js"
};
static const unsigned char geometry_members_js[] = {
#embed "../OffscreenScript/Prelude/geometry-members.js"
};
static const unsigned char headers_js[] = {
#embed "../OffscreenScript/Prelude/headers.js"
};
static const unsigned char highlighting_js[] = {
#embed "../OffscreenScript/Prelude/highlighting.js"
};
static const unsigned char highlights_js[] = {
#embed "../OffscreenScript/Prelude/highlights.js"
};
static const unsigned char history_js[] = {
#embed "../OffscreenScript/Prelude/history.js"
};
static const unsigned char html_members_js[] = {
#embed "../OffscreenScript/Prelude/html-members.js"
};
static const unsigned char html_support_js[] = {
#embed "../OffscreenScript/Prelude/html-support.js"
};
static const unsigned char idle_callbacks_js[] = {
#embed "../OffscreenScript/Prelude/idle-callbacks.js"
};
static const unsigned char image_maps_js[] = {
#embed "../OffscreenScript/Prelude/image-maps.js"
};
static const unsigned char import_maps_js[] = {
#embed "../OffscreenScript/Prelude/import-maps.js"
};
static const unsigned char indexed_cursors_js[] = {
#embed "../OffscreenScript/Prelude/indexed-cursors.js"
};
static const unsigned char indexed_databases_js[] = {
#embed "../OffscreenScript/Prelude/indexed-databases.js"
};
static const unsigned char indexed_keys_js[] = {
#embed "../OffscreenScript/Prelude/indexed-keys.js"
};
static const unsigned char indexed_objects_js[] = {
#embed "../OffscreenScript/Prelude/indexed-objects.js"
};
static const unsigned char indexed_stores_js[] = {
#embed "../OffscreenScript/Prelude/indexed-stores.js"
};
static const unsigned char indexed_transactions_js[] = {
#embed "../OffscreenScript/Prelude/indexed-transactions.js"
};
static const unsigned char inputs_js[] = {
#embed "../OffscreenScript/Prelude/inputs.js"
};
static const unsigned char interactive_js[] = {
#embed "../OffscreenScript/Prelude/interactive.js"
};
static const unsigned char intersection_observer_js[] = {
#embed "../OffscreenScript/Prelude/intersection-observer.js"
};
static const unsigned char iterable_js[] = {
#embed "../OffscreenScript/Prelude/iterable.js"
};
static const unsigned char keyframes_js[] = {
#embed "../OffscreenScript/Prelude/keyframes.js"
};
static const unsigned char links_js[] = {
#embed "../OffscreenScript/Prelude/links.js"
};
static const unsigned char location_js[] = {
#embed "../OffscreenScript/Prelude/location.js"
};
static const unsigned char locks_js[] = {
#embed "../OffscreenScript/Prelude/locks.js"
};
static const unsigned char markup_js[] = {
#embed "../OffscreenScript/Prelude/markup.js"
};
static const unsigned char mathml_js[] = {
#embed "../OffscreenScript/Prelude/mathml.js"
};
static const unsigned char media_queries_js[] = {
#embed "../OffscreenScript/Prelude/media-queries.js"
};
static const unsigned char media_js[] = {
#embed "../OffscreenScript/Prelude/media.js"
};
static const unsigned char messaging_js[] = {
#embed "../OffscreenScript/Prelude/messaging.js"
};
static const unsigned char mime_js[] = {
#embed "../OffscreenScript/Prelude/mime.js"
};
static const unsigned char module_graph_js[] = {
#embed "../OffscreenScript/Prelude/module-graph.js"
};
static const unsigned char modules_js[] = {
#embed "../OffscreenScript/Prelude/modules.js"
};
static const unsigned char multipart_js[] = {
#embed "../OffscreenScript/Prelude/multipart.js"
};
static const unsigned char mutation_js[] = {
#embed "../OffscreenScript/Prelude/mutation.js"
};
static const unsigned char navigation_js[] = {
#embed "../OffscreenScript/Prelude/navigation.js"
};
static const unsigned char navigator_js[] = {
#embed "../OffscreenScript/Prelude/navigator.js"
};
static const unsigned char node_comparing_js[] = {
#embed "../OffscreenScript/Prelude/node-comparing.js"
};
static const unsigned char observable_js[] = {
#embed "../OffscreenScript/Prelude/observable.js"
};
static const unsigned char paint_timing_js[] = {
#embed "../OffscreenScript/Prelude/paint-timing.js"
};
static const unsigned char parsing_js[] = {
#embed "../OffscreenScript/Prelude/parsing.js"
};
static const unsigned char performance_observer_js[] = {
#embed "../OffscreenScript/Prelude/performance-observer.js"
};
static const unsigned char performance_timing_js[] = {
#embed "../OffscreenScript/Prelude/performance-timing.js"
};
static const unsigned char performance_js[] = {
#embed "../OffscreenScript/Prelude/performance.js"
};
static const unsigned char permissions_js[] = {
#embed "../OffscreenScript/Prelude/permissions.js"
};
static const unsigned char plain_elements_js[] = {
#embed "../OffscreenScript/Prelude/plain-elements.js"
};
static const unsigned char range_js[] = {
#embed "../OffscreenScript/Prelude/range.js"
};
static const unsigned char reactions_js[] = {
#embed "../OffscreenScript/Prelude/reactions.js"
};
static const unsigned char readable_stream_js[] = {
#embed "../OffscreenScript/Prelude/readable-stream.js"
};
static const unsigned char rectangles_js[] = {
#embed "../OffscreenScript/Prelude/rectangles.js"
};
static const unsigned char reflection_js[] = {
#embed "../OffscreenScript/Prelude/reflection.js"
};
static const unsigned char rendered_text_js[] = {
#embed "../OffscreenScript/Prelude/rendered-text.js"
};
static const unsigned char requests_js[] = {
#embed "../OffscreenScript/Prelude/requests.js"
};
static const unsigned char resize_observer_js[] = {
#embed "../OffscreenScript/Prelude/resize-observer.js"
};
static const unsigned char scheduler_js[] = {
#embed "../OffscreenScript/Prelude/scheduler.js"
};
static const unsigned char screen_js[] = {
#embed "../OffscreenScript/Prelude/screen.js"
};
static const unsigned char scroll_snapping_js[] = {
#embed "../OffscreenScript/Prelude/scroll-snapping.js"
};
static const unsigned char scroll_timelines_js[] = {
#embed "../OffscreenScript/Prelude/scroll-timelines.js"
};
static const unsigned char scrolling_js[] = {
#embed "../OffscreenScript/Prelude/scrolling.js"
};
static const unsigned char security_policy_js[] = {
#embed "../OffscreenScript/Prelude/security-policy.js"
};
static const unsigned char selection_moving_js[] = {
#embed "../OffscreenScript/Prelude/selection-moving.js"
};
static const unsigned char selection_js[] = {
#embed "../OffscreenScript/Prelude/selection.js"
};
static const unsigned char selects_js[] = {
#embed "../OffscreenScript/Prelude/selects.js"
};
static const unsigned char shadow_js[] = {
#embed "../OffscreenScript/Prelude/shadow.js"
};
static const unsigned char sheet_loads_js[] = {
#embed "../OffscreenScript/Prelude/sheet-loads.js"
};
static const unsigned char sheets_js[] = {
#embed "../OffscreenScript/Prelude/sheets.js"
};
static const unsigned char storage_js[] = {
#embed "../OffscreenScript/Prelude/storage.js"
};
static const unsigned char stream_iterating_js[] = {
#embed "../OffscreenScript/Prelude/stream-iterating.js"
};
static const unsigned char stream_piping_js[] = {
#embed "../OffscreenScript/Prelude/stream-piping.js"
};
static const unsigned char stream_teeing_js[] = {
#embed "../OffscreenScript/Prelude/stream-teeing.js"
};
static const unsigned char stream_transfer_js[] = {
#embed "../OffscreenScript/Prelude/stream-transfer.js"
};
static const unsigned char streams_js[] = {
#embed "../OffscreenScript/Prelude/streams.js"
};
static const unsigned char string_list_js[] = {
#embed "../OffscreenScript/Prelude/string-list.js"
};
static const unsigned char style_map_js[] = {
#embed "../OffscreenScript/Prelude/style-map.js"
};
static const unsigned char svg_animation_js[] = {
#embed "../OffscreenScript/Prelude/svg-animation.js"
};
static const unsigned char svg_filters_js[] = {
#embed "../OffscreenScript/Prelude/svg-filters.js"
};
static const unsigned char svg_geometry_js[] = {
#embed "../OffscreenScript/Prelude/svg-geometry.js"
};
static const unsigned char svg_lists_js[] = {
#embed "../OffscreenScript/Prelude/svg-lists.js"
};
static const unsigned char svg_root_js[] = {
#embed "../OffscreenScript/Prelude/svg-root.js"
};
static const unsigned char svg_values_js[] = {
#embed "../OffscreenScript/Prelude/svg-values.js"
};
static const unsigned char svg_js[] = {
#embed "../OffscreenScript/Prelude/svg.js"
};
static const unsigned char tables_js[] = {
#embed "../OffscreenScript/Prelude/tables.js"
};
static const unsigned char text_directives_js[] = {
#embed "../OffscreenScript/Prelude/text-directives.js"
};
static const unsigned char text_streams_js[] = {
#embed "../OffscreenScript/Prelude/text-streams.js"
};
static const unsigned char timers_js[] = {
#embed "../OffscreenScript/Prelude/timers.js"
};
static const unsigned char transform_stream_js[] = {
#embed "../OffscreenScript/Prelude/transform-stream.js"
};
static const unsigned char traversal_js[] = {
#embed "../OffscreenScript/Prelude/traversal.js"
};
static const unsigned char typed_numbers_js[] = {
#embed "../OffscreenScript/Prelude/typed-numbers.js"
};
static const unsigned char typed_tokens_js[] = {
#embed "../OffscreenScript/Prelude/typed-tokens.js"
};
static const unsigned char typed_transforms_js[] = {
#embed "../OffscreenScript/Prelude/typed-transforms.js"
};
static const unsigned char typed_values_js[] = {
#embed "../OffscreenScript/Prelude/typed-values.js"
};
static const unsigned char url_pattern_parsing_js[] = {
#embed "../OffscreenScript/Prelude/url-pattern-parsing.js"
};
static const unsigned char url_pattern_js[] = {
#embed "../OffscreenScript/Prelude/url-pattern.js"
};
static const unsigned char url_js[] = {
#embed "../OffscreenScript/Prelude/url.js"
};
static const unsigned char validity_js[] = {
#embed "../OffscreenScript/Prelude/validity.js"
};
static const unsigned char view_transitions_js[] = {
#embed "../OffscreenScript/Prelude/view-transitions.js"
};
static const unsigned char visual_viewport_js[] = {
#embed "../OffscreenScript/Prelude/visual-viewport.js"
};
static const unsigned char wasm_js[] = {
#embed "../OffscreenScript/Prelude/wasm.js"
};
static const unsigned char websocket_js[] = {
#embed "../OffscreenScript/Prelude/websocket.js"
};
static const unsigned char window_members_js[] = {
#embed "../OffscreenScript/Prelude/window-members.js"
};
static const unsigned char window_names_js[] = {
#embed "../OffscreenScript/Prelude/window-names.js"
};
static const unsigned char window_open_js[] = {
#embed "../OffscreenScript/Prelude/window-open.js"
};
static const unsigned char worker_navigator_js[] = {
#embed "../OffscreenScript/Prelude/worker-navigator.js"
};
static const unsigned char workers_js[] = {
#embed "../OffscreenScript/Prelude/workers.js"
};
static const unsigned char writable_stream_js[] = {
#embed "../OffscreenScript/Prelude/writable-stream.js"
};
static const unsigned char xhr_js[] = {
#embed "../OffscreenScript/Prelude/xhr.js"
};
static const unsigned char xpath_js[] = {
#embed "../OffscreenScript/Prelude/xpath.js"
};
static const unsigned char nodes[] = {
  '(', 'c', 'o', 'r', 'e', '=', '>', '{', 
#embed "../OffscreenScript/Prelude/node.js"
  , '(', 'c', 'o', 'r', 'e', ')', ';', 
#embed "../OffscreenScript/Prelude/attributes.js"
  , '(', 'c', 'o', 'r', 'e', ')', ';', 
#embed "../OffscreenScript/Prelude/element.js"
  , '(', 'c', 'o', 'r', 'e', ')', ';', 
#embed "../OffscreenScript/Prelude/document.js"
  , '(', 'c', 'o', 'r', 'e', ')', ';', 
#embed "../OffscreenScript/Prelude/html.js"
  , '(', 'c', 'o', 'r', 'e', ')', ';', 
#embed "../OffscreenScript/Prelude/rendering.js"
  , '(', 'c', 'o', 'r', 'e', ')', ';', 
#embed "../OffscreenScript/Prelude/geometry.js"
  , '(', 'c', 'o', 'r', 'e', ')', ';', 
  '}', ')',
};
static const unsigned char windows[] = {
  '(', 'c', 'o', 'r', 'e', '=', '>', '{', 
#embed "../OffscreenScript/Prelude/core.js"
  , '(', 'c', 'o', 'r', 'e', ')', ';', 
#embed "../OffscreenScript/Prelude/lazy.js"
  , '(', 'c', 'o', 'r', 'e', ')', ';', 
#embed "../OffscreenScript/Prelude/events.js"
  , '(', 'c', 'o', 'r', 'e', ')', ';', 
#embed "../OffscreenScript/Prelude/document-names.js"
  , '(', 'c', 'o', 'r', 'e', ')', ';', 
#embed "../OffscreenScript/Prelude/window.js"
  , '(', 'c', 'o', 'r', 'e', ')', ';', 
#embed "../OffscreenScript/Prelude/window-or-worker.js"
  , '(', 'c', 'o', 'r', 'e', ')', ';', 
#embed "../OffscreenScript/Prelude/date.js"
  , '(', 'c', 'o', 'r', 'e', ')', ';', 
#embed "../OffscreenScript/Prelude/moments.js"
  , '(', 'c', 'o', 'r', 'e', ')', ';', 
  '}', ')',
};
static const unsigned char workers[] = {
  '(', 'c', 'o', 'r', 'e', '=', '>', '{', 
#embed "../OffscreenScript/Prelude/core.js"
  , '(', 'c', 'o', 'r', 'e', ')', ';', 
#embed "../OffscreenScript/Prelude/worker-scope.js"
  , '(', 'c', 'o', 'r', 'e', ')', ';', 
#embed "../OffscreenScript/Prelude/lazy.js"
  , '(', 'c', 'o', 'r', 'e', ')', ';', 
#embed "../OffscreenScript/Prelude/events.js"
  , '(', 'c', 'o', 'r', 'e', ')', ';', 
#embed "../OffscreenScript/Prelude/window-or-worker.js"
  , '(', 'c', 'o', 'r', 'e', ')', ';', 
#embed "../OffscreenScript/Prelude/worker-global.js"
  , '(', 'c', 'o', 'r', 'e', ')', ';', 
#embed "../OffscreenScript/Prelude/date.js"
  , '(', 'c', 'o', 'r', 'e', ')', ';', 
  '}', ')',
};

const unsigned char *offscreen_prelude_file(const char *name, size_t *count) {
  if (!strcmp(name, "abort.js")) { *count = sizeof abort_js; return abort_js; }
  if (!strcmp(name, "animation-css.js")) { *count = sizeof animation_css_js; return animation_css_js; }
  if (!strcmp(name, "animation-effect.js")) { *count = sizeof animation_effect_js; return animation_effect_js; }
  if (!strcmp(name, "animation-timing.js")) { *count = sizeof animation_timing_js; return animation_timing_js; }
  if (!strcmp(name, "animation-updates.js")) { *count = sizeof animation_updates_js; return animation_updates_js; }
  if (!strcmp(name, "animation.js")) { *count = sizeof animation_js; return animation_js; }
  if (!strcmp(name, "aria-members.js")) { *count = sizeof aria_members_js; return aria_members_js; }
  if (!strcmp(name, "aria.js")) { *count = sizeof aria_js; return aria_js; }
  if (!strcmp(name, "attribute-objects.js")) { *count = sizeof attribute_objects_js; return attribute_objects_js; }
  if (!strcmp(name, "audio.js")) { *count = sizeof audio_js; return audio_js; }
  if (!strcmp(name, "base64.js")) { *count = sizeof base___js; return base___js; }
  if (!strcmp(name, "blob.js")) { *count = sizeof blob_js; return blob_js; }
  if (!strcmp(name, "body.js")) { *count = sizeof body_js; return body_js; }
  if (!strcmp(name, "brands.js")) { *count = sizeof brands_js; return brands_js; }
  if (!strcmp(name, "bridge.js")) { *count = sizeof bridge_js; return bridge_js; }
  if (!strcmp(name, "byte-stream.js")) { *count = sizeof byte_stream_js; return byte_stream_js; }
  if (!strcmp(name, "bytes.js")) { *count = sizeof bytes_js; return bytes_js; }
  if (!strcmp(name, "cache-storage.js")) { *count = sizeof cache_storage_js; return cache_storage_js; }
  if (!strcmp(name, "canvas-context.js")) { *count = sizeof canvas_context_js; return canvas_context_js; }
  if (!strcmp(name, "canvas-element.js")) { *count = sizeof canvas_element_js; return canvas_element_js; }
  if (!strcmp(name, "canvas-path.js")) { *count = sizeof canvas_path_js; return canvas_path_js; }
  if (!strcmp(name, "canvas-recorder.js")) { *count = sizeof canvas_recorder_js; return canvas_recorder_js; }
  if (!strcmp(name, "canvas-state.js")) { *count = sizeof canvas_state_js; return canvas_state_js; }
  if (!strcmp(name, "canvas-styles.js")) { *count = sizeof canvas_styles_js; return canvas_styles_js; }
  if (!strcmp(name, "canvas.js")) { *count = sizeof canvas_js; return canvas_js; }
  if (!strcmp(name, "caret.js")) { *count = sizeof caret_js; return caret_js; }
  if (!strcmp(name, "character-data.js")) { *count = sizeof character_data_js; return character_data_js; }
  if (!strcmp(name, "clipboard.js")) { *count = sizeof clipboard_js; return clipboard_js; }
  if (!strcmp(name, "clone.js")) { *count = sizeof clone_js; return clone_js; }
  if (!strcmp(name, "collections.js")) { *count = sizeof collections_js; return collections_js; }
  if (!strcmp(name, "commands.js")) { *count = sizeof commands_js; return commands_js; }
  if (!strcmp(name, "console.js")) { *count = sizeof console_js; return console_js; }
  if (!strcmp(name, "conversions.js")) { *count = sizeof conversions_js; return conversions_js; }
  if (!strcmp(name, "crypto-curves.js")) { *count = sizeof crypto_curves_js; return crypto_curves_js; }
  if (!strcmp(name, "crypto-encoding.js")) { *count = sizeof crypto_encoding_js; return crypto_encoding_js; }
  if (!strcmp(name, "crypto-rsa.js")) { *count = sizeof crypto_rsa_js; return crypto_rsa_js; }
  if (!strcmp(name, "crypto-subtle.js")) { *count = sizeof crypto_subtle_js; return crypto_subtle_js; }
  if (!strcmp(name, "crypto-symmetric.js")) { *count = sizeof crypto_symmetric_js; return crypto_symmetric_js; }
  if (!strcmp(name, "crypto.js")) { *count = sizeof crypto_js; return crypto_js; }
  if (!strcmp(name, "css.js")) { *count = sizeof css_js; return css_js; }
  if (!strcmp(name, "cssom.js")) { *count = sizeof cssom_js; return cssom_js; }
  if (!strcmp(name, "custom-elements.js")) { *count = sizeof custom_elements_js; return custom_elements_js; }
  if (!strcmp(name, "data-transfer.js")) { *count = sizeof data_transfer_js; return data_transfer_js; }
  if (!strcmp(name, "dataset.js")) { *count = sizeof dataset_js; return dataset_js; }
  if (!strcmp(name, "dates.js")) { *count = sizeof dates_js; return dates_js; }
  if (!strcmp(name, "device.js")) { *count = sizeof device_js; return device_js; }
  if (!strcmp(name, "document-members.js")) { *count = sizeof document_members_js; return document_members_js; }
  if (!strcmp(name, "editing-blocks.js")) { *count = sizeof editing_blocks_js; return editing_blocks_js; }
  if (!strcmp(name, "editing-texts.js")) { *count = sizeof editing_texts_js; return editing_texts_js; }
  if (!strcmp(name, "editing-values.js")) { *count = sizeof editing_values_js; return editing_values_js; }
  if (!strcmp(name, "editing.js")) { *count = sizeof editing_js; return editing_js; }
  if (!strcmp(name, "element-internals.js")) { *count = sizeof element_internals_js; return element_internals_js; }
  if (!strcmp(name, "element-members.js")) { *count = sizeof element_members_js; return element_members_js; }
  if (!strcmp(name, "element-registry.js")) { *count = sizeof element_registry_js; return element_registry_js; }
  if (!strcmp(name, "elements.js")) { *count = sizeof elements_js; return elements_js; }
  if (!strcmp(name, "encoding.js")) { *count = sizeof encoding_js; return encoding_js; }
  if (!strcmp(name, "event-dispatch.js")) { *count = sizeof event_dispatch_js; return event_dispatch_js; }
  if (!strcmp(name, "event-source.js")) { *count = sizeof event_source_js; return event_source_js; }
  if (!strcmp(name, "events-rare.js")) { *count = sizeof events_rare_js; return events_rare_js; }
  if (!strcmp(name, "events-shadow.js")) { *count = sizeof events_shadow_js; return events_shadow_js; }
  if (!strcmp(name, "events-touch.js")) { *count = sizeof events_touch_js; return events_touch_js; }
  if (!strcmp(name, "events-ui.js")) { *count = sizeof events_ui_js; return events_ui_js; }
  if (!strcmp(name, "exceptions.js")) { *count = sizeof exceptions_js; return exceptions_js; }
  if (!strcmp(name, "fetch.js")) { *count = sizeof fetch_js; return fetch_js; }
  if (!strcmp(name, "file-reader-sync.js")) { *count = sizeof file_reader_sync_js; return file_reader_sync_js; }
  if (!strcmp(name, "focus.js")) { *count = sizeof focus_js; return focus_js; }
  if (!strcmp(name, "font-face.js")) { *count = sizeof font_face_js; return font_face_js; }
  if (!strcmp(name, "fonts.js")) { *count = sizeof fonts_js; return fonts_js; }
  if (!strcmp(name, "form-associated.js")) { *count = sizeof form_associated_js; return form_associated_js; }
  if (!strcmp(name, "form-data.js")) { *count = sizeof form_data_js; return form_data_js; }
  if (!strcmp(name, "form-entries.js")) { *count = sizeof form_entries_js; return form_entries_js; }
  if (!strcmp(name, "forms.js")) { *count = sizeof forms_js; return forms_js; }
  if (!strcmp(name, "frames.js")) { *count = sizeof frames_js; return frames_js; }
  if (!strcmp(name, "fullscreen.js")) { *count = sizeof fullscreen_js; return fullscreen_js; }
  if (!strcmp(name, "geometry-interfaces.js")) { *count = sizeof geometry_interfaces_js; return geometry_interfaces_js; }
  if (!strcmp(name, "geometry-members.js")) { *count = sizeof geometry_members_js; return geometry_members_js; }
  if (!strcmp(name, "headers.js")) { *count = sizeof headers_js; return headers_js; }
  if (!strcmp(name, "highlighting.js")) { *count = sizeof highlighting_js; return highlighting_js; }
  if (!strcmp(name, "highlights.js")) { *count = sizeof highlights_js; return highlights_js; }
  if (!strcmp(name, "history.js")) { *count = sizeof history_js; return history_js; }
  if (!strcmp(name, "html-members.js")) { *count = sizeof html_members_js; return html_members_js; }
  if (!strcmp(name, "html-support.js")) { *count = sizeof html_support_js; return html_support_js; }
  if (!strcmp(name, "idle-callbacks.js")) { *count = sizeof idle_callbacks_js; return idle_callbacks_js; }
  if (!strcmp(name, "image-maps.js")) { *count = sizeof image_maps_js; return image_maps_js; }
  if (!strcmp(name, "import-maps.js")) { *count = sizeof import_maps_js; return import_maps_js; }
  if (!strcmp(name, "indexed-cursors.js")) { *count = sizeof indexed_cursors_js; return indexed_cursors_js; }
  if (!strcmp(name, "indexed-databases.js")) { *count = sizeof indexed_databases_js; return indexed_databases_js; }
  if (!strcmp(name, "indexed-keys.js")) { *count = sizeof indexed_keys_js; return indexed_keys_js; }
  if (!strcmp(name, "indexed-objects.js")) { *count = sizeof indexed_objects_js; return indexed_objects_js; }
  if (!strcmp(name, "indexed-stores.js")) { *count = sizeof indexed_stores_js; return indexed_stores_js; }
  if (!strcmp(name, "indexed-transactions.js")) { *count = sizeof indexed_transactions_js; return indexed_transactions_js; }
  if (!strcmp(name, "inputs.js")) { *count = sizeof inputs_js; return inputs_js; }
  if (!strcmp(name, "interactive.js")) { *count = sizeof interactive_js; return interactive_js; }
  if (!strcmp(name, "intersection-observer.js")) { *count = sizeof intersection_observer_js; return intersection_observer_js; }
  if (!strcmp(name, "iterable.js")) { *count = sizeof iterable_js; return iterable_js; }
  if (!strcmp(name, "keyframes.js")) { *count = sizeof keyframes_js; return keyframes_js; }
  if (!strcmp(name, "links.js")) { *count = sizeof links_js; return links_js; }
  if (!strcmp(name, "location.js")) { *count = sizeof location_js; return location_js; }
  if (!strcmp(name, "locks.js")) { *count = sizeof locks_js; return locks_js; }
  if (!strcmp(name, "markup.js")) { *count = sizeof markup_js; return markup_js; }
  if (!strcmp(name, "mathml.js")) { *count = sizeof mathml_js; return mathml_js; }
  if (!strcmp(name, "media-queries.js")) { *count = sizeof media_queries_js; return media_queries_js; }
  if (!strcmp(name, "media.js")) { *count = sizeof media_js; return media_js; }
  if (!strcmp(name, "messaging.js")) { *count = sizeof messaging_js; return messaging_js; }
  if (!strcmp(name, "mime.js")) { *count = sizeof mime_js; return mime_js; }
  if (!strcmp(name, "module-graph.js")) { *count = sizeof module_graph_js; return module_graph_js; }
  if (!strcmp(name, "modules.js")) { *count = sizeof modules_js; return modules_js; }
  if (!strcmp(name, "multipart.js")) { *count = sizeof multipart_js; return multipart_js; }
  if (!strcmp(name, "mutation.js")) { *count = sizeof mutation_js; return mutation_js; }
  if (!strcmp(name, "navigation.js")) { *count = sizeof navigation_js; return navigation_js; }
  if (!strcmp(name, "navigator.js")) { *count = sizeof navigator_js; return navigator_js; }
  if (!strcmp(name, "node-comparing.js")) { *count = sizeof node_comparing_js; return node_comparing_js; }
  if (!strcmp(name, "observable.js")) { *count = sizeof observable_js; return observable_js; }
  if (!strcmp(name, "paint-timing.js")) { *count = sizeof paint_timing_js; return paint_timing_js; }
  if (!strcmp(name, "parsing.js")) { *count = sizeof parsing_js; return parsing_js; }
  if (!strcmp(name, "performance-observer.js")) { *count = sizeof performance_observer_js; return performance_observer_js; }
  if (!strcmp(name, "performance-timing.js")) { *count = sizeof performance_timing_js; return performance_timing_js; }
  if (!strcmp(name, "performance.js")) { *count = sizeof performance_js; return performance_js; }
  if (!strcmp(name, "permissions.js")) { *count = sizeof permissions_js; return permissions_js; }
  if (!strcmp(name, "plain-elements.js")) { *count = sizeof plain_elements_js; return plain_elements_js; }
  if (!strcmp(name, "range.js")) { *count = sizeof range_js; return range_js; }
  if (!strcmp(name, "reactions.js")) { *count = sizeof reactions_js; return reactions_js; }
  if (!strcmp(name, "readable-stream.js")) { *count = sizeof readable_stream_js; return readable_stream_js; }
  if (!strcmp(name, "rectangles.js")) { *count = sizeof rectangles_js; return rectangles_js; }
  if (!strcmp(name, "reflection.js")) { *count = sizeof reflection_js; return reflection_js; }
  if (!strcmp(name, "rendered-text.js")) { *count = sizeof rendered_text_js; return rendered_text_js; }
  if (!strcmp(name, "requests.js")) { *count = sizeof requests_js; return requests_js; }
  if (!strcmp(name, "resize-observer.js")) { *count = sizeof resize_observer_js; return resize_observer_js; }
  if (!strcmp(name, "scheduler.js")) { *count = sizeof scheduler_js; return scheduler_js; }
  if (!strcmp(name, "screen.js")) { *count = sizeof screen_js; return screen_js; }
  if (!strcmp(name, "scroll-snapping.js")) { *count = sizeof scroll_snapping_js; return scroll_snapping_js; }
  if (!strcmp(name, "scroll-timelines.js")) { *count = sizeof scroll_timelines_js; return scroll_timelines_js; }
  if (!strcmp(name, "scrolling.js")) { *count = sizeof scrolling_js; return scrolling_js; }
  if (!strcmp(name, "security-policy.js")) { *count = sizeof security_policy_js; return security_policy_js; }
  if (!strcmp(name, "selection-moving.js")) { *count = sizeof selection_moving_js; return selection_moving_js; }
  if (!strcmp(name, "selection.js")) { *count = sizeof selection_js; return selection_js; }
  if (!strcmp(name, "selects.js")) { *count = sizeof selects_js; return selects_js; }
  if (!strcmp(name, "shadow.js")) { *count = sizeof shadow_js; return shadow_js; }
  if (!strcmp(name, "sheet-loads.js")) { *count = sizeof sheet_loads_js; return sheet_loads_js; }
  if (!strcmp(name, "sheets.js")) { *count = sizeof sheets_js; return sheets_js; }
  if (!strcmp(name, "storage.js")) { *count = sizeof storage_js; return storage_js; }
  if (!strcmp(name, "stream-iterating.js")) { *count = sizeof stream_iterating_js; return stream_iterating_js; }
  if (!strcmp(name, "stream-piping.js")) { *count = sizeof stream_piping_js; return stream_piping_js; }
  if (!strcmp(name, "stream-teeing.js")) { *count = sizeof stream_teeing_js; return stream_teeing_js; }
  if (!strcmp(name, "stream-transfer.js")) { *count = sizeof stream_transfer_js; return stream_transfer_js; }
  if (!strcmp(name, "streams.js")) { *count = sizeof streams_js; return streams_js; }
  if (!strcmp(name, "string-list.js")) { *count = sizeof string_list_js; return string_list_js; }
  if (!strcmp(name, "style-map.js")) { *count = sizeof style_map_js; return style_map_js; }
  if (!strcmp(name, "svg-animation.js")) { *count = sizeof svg_animation_js; return svg_animation_js; }
  if (!strcmp(name, "svg-filters.js")) { *count = sizeof svg_filters_js; return svg_filters_js; }
  if (!strcmp(name, "svg-geometry.js")) { *count = sizeof svg_geometry_js; return svg_geometry_js; }
  if (!strcmp(name, "svg-lists.js")) { *count = sizeof svg_lists_js; return svg_lists_js; }
  if (!strcmp(name, "svg-root.js")) { *count = sizeof svg_root_js; return svg_root_js; }
  if (!strcmp(name, "svg-values.js")) { *count = sizeof svg_values_js; return svg_values_js; }
  if (!strcmp(name, "svg.js")) { *count = sizeof svg_js; return svg_js; }
  if (!strcmp(name, "tables.js")) { *count = sizeof tables_js; return tables_js; }
  if (!strcmp(name, "text-directives.js")) { *count = sizeof text_directives_js; return text_directives_js; }
  if (!strcmp(name, "text-streams.js")) { *count = sizeof text_streams_js; return text_streams_js; }
  if (!strcmp(name, "timers.js")) { *count = sizeof timers_js; return timers_js; }
  if (!strcmp(name, "transform-stream.js")) { *count = sizeof transform_stream_js; return transform_stream_js; }
  if (!strcmp(name, "traversal.js")) { *count = sizeof traversal_js; return traversal_js; }
  if (!strcmp(name, "typed-numbers.js")) { *count = sizeof typed_numbers_js; return typed_numbers_js; }
  if (!strcmp(name, "typed-tokens.js")) { *count = sizeof typed_tokens_js; return typed_tokens_js; }
  if (!strcmp(name, "typed-transforms.js")) { *count = sizeof typed_transforms_js; return typed_transforms_js; }
  if (!strcmp(name, "typed-values.js")) { *count = sizeof typed_values_js; return typed_values_js; }
  if (!strcmp(name, "url-pattern-parsing.js")) { *count = sizeof url_pattern_parsing_js; return url_pattern_parsing_js; }
  if (!strcmp(name, "url-pattern.js")) { *count = sizeof url_pattern_js; return url_pattern_js; }
  if (!strcmp(name, "url.js")) { *count = sizeof url_js; return url_js; }
  if (!strcmp(name, "validity.js")) { *count = sizeof validity_js; return validity_js; }
  if (!strcmp(name, "view-transitions.js")) { *count = sizeof view_transitions_js; return view_transitions_js; }
  if (!strcmp(name, "visual-viewport.js")) { *count = sizeof visual_viewport_js; return visual_viewport_js; }
  if (!strcmp(name, "wasm.js")) { *count = sizeof wasm_js; return wasm_js; }
  if (!strcmp(name, "websocket.js")) { *count = sizeof websocket_js; return websocket_js; }
  if (!strcmp(name, "window-members.js")) { *count = sizeof window_members_js; return window_members_js; }
  if (!strcmp(name, "window-names.js")) { *count = sizeof window_names_js; return window_names_js; }
  if (!strcmp(name, "window-open.js")) { *count = sizeof window_open_js; return window_open_js; }
  if (!strcmp(name, "worker-navigator.js")) { *count = sizeof worker_navigator_js; return worker_navigator_js; }
  if (!strcmp(name, "workers.js")) { *count = sizeof workers_js; return workers_js; }
  if (!strcmp(name, "writable-stream.js")) { *count = sizeof writable_stream_js; return writable_stream_js; }
  if (!strcmp(name, "xhr.js")) { *count = sizeof xhr_js; return xhr_js; }
  if (!strcmp(name, "xpath.js")) { *count = sizeof xpath_js; return xpath_js; }
  if (!strcmp(name, "nodes")) { *count = sizeof nodes; return nodes; }
  if (!strcmp(name, "windows")) { *count = sizeof windows; return windows; }
  if (!strcmp(name, "workers")) { *count = sizeof workers; return workers; }
  return 0;
}

const char *offscreen_prelude_group(const char *name) {
  if (!strcmp(name, "nodes")) return "node attributes element document html rendering geometry";
  if (!strcmp(name, "windows")) return "core lazy events document-names window window-or-worker date moments";
  if (!strcmp(name, "workers")) return "core worker-scope lazy events window-or-worker worker-global date";
  return 0;
}
