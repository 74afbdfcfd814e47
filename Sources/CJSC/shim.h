#pragma once
#include "../CPlatform/libraries.h"
#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>
#ifdef __linux__
#include <elf.h>
#include <string.h>
#include <sys/mman.h>
#endif

// JavaScriptCore's C interface, as far as it is used. The library is opened by the first page that has a script, and
// declared here so that nothing of it is needed to build.
// https://developer.apple.com/documentation/javascriptcore/c-javascriptcore-api
typedef struct OpaqueJSContextGroup *JSContextGroupRef;
typedef struct OpaqueJSContext *JSContextRef;
typedef struct OpaqueJSContext *JSGlobalContextRef;
typedef struct OpaqueJSString *JSStringRef;
typedef struct OpaqueJSScript *JSScriptRef;
typedef struct OpaqueJSClass *JSClassRef;
typedef const struct OpaqueJSValue *JSValueRef;
typedef struct OpaqueJSValue *JSObjectRef;

typedef JSValueRef (*OffscreenScriptCallback)(
    JSContextRef, JSObjectRef function, JSObjectRef receiver, size_t count, const JSValueRef *arguments, JSValueRef *exception);
typedef void (*OffscreenFinalizeCallback)(JSObjectRef);
typedef JSValueRef (*OffscreenGetPropertyCallback)(JSContextRef, JSObjectRef, JSStringRef, JSValueRef *exception);
typedef _Bool (*OffscreenSetPropertyCallback)(JSContextRef, JSObjectRef, JSStringRef, JSValueRef, JSValueRef *exception);
typedef _Bool (*OffscreenDeletePropertyCallback)(JSContextRef, JSObjectRef, JSStringRef, JSValueRef *exception);
typedef _Bool (*OffscreenTimeLimitCallback)(JSContextRef, void *);
typedef void (*OffscreenBytesDeallocator)(void *bytes, void *context);

// In the order of the library's own declaration.
typedef struct {
  int version;
  unsigned attributes;
  const char *className;
  JSClassRef parentClass;
  const void *staticValues;
  const void *staticFunctions;
  void *initialize;
  OffscreenFinalizeCallback finalize;
  void *hasProperty;
  OffscreenGetPropertyCallback getProperty;
  OffscreenSetPropertyCallback setProperty;
  OffscreenDeletePropertyCallback deleteProperty;
  void *getPropertyNames;
  OffscreenScriptCallback callAsFunction;
  void *callAsConstructor;
  void *hasInstance;
  void *convertToType;
} JSClassDefinition;

enum { OFFSCREEN_SCRIPT_UNDEFINED, OFFSCREEN_SCRIPT_NULL, OFFSCREEN_SCRIPT_BOOLEAN, OFFSCREEN_SCRIPT_NUMBER,
       OFFSCREEN_SCRIPT_STRING, OFFSCREEN_SCRIPT_OBJECT, OFFSCREEN_SCRIPT_SYMBOL };
enum { OFFSCREEN_DELETE_ALL_CODE = 0 };
enum { OFFSCREEN_INT32_ARRAY = 2, OFFSCREEN_UINT8_ARRAY = 3, OFFSCREEN_FLOAT64_ARRAY = 8,
       OFFSCREEN_ARRAY_BUFFER = 9, OFFSCREEN_NO_TYPED_ARRAY = 10 };

typedef struct {
  JSContextGroupRef (*JSContextGroupCreate)(void);
  void (*JSContextGroupRelease)(JSContextGroupRef);
  JSGlobalContextRef (*JSGlobalContextCreateInGroup)(JSContextGroupRef, JSClassRef);
  void (*JSGlobalContextRelease)(JSGlobalContextRef);
  JSObjectRef (*JSContextGetGlobalObject)(JSContextRef);
  void (*JSContextGroupSetExecutionTimeLimit)(JSContextGroupRef, double, OffscreenTimeLimitCallback, void *);
  void (*JSContextGroupClearExecutionTimeLimit)(JSContextGroupRef);
  void (*JSGlobalContextSetUnhandledRejectionCallback)(JSGlobalContextRef, JSObjectRef, JSValueRef *);
  // In no header, too; null where there is none. The text is what the error says.
  void (*JSGlobalContextSetEvalEnabled)(JSGlobalContextRef, _Bool, JSStringRef);
  void (*JSGarbageCollect)(JSContextRef);
  // In no header; null where there is none. A group of contexts is the engine's `VM`.
  void (*JSLock)(JSContextRef);
  void (*JSUnlock)(JSContextRef);
  void (*drainMicrotasks)(JSContextGroupRef);
  // Null where there is none.
  void (*JSSynchronousGarbageCollectForDebugging)(JSContextRef);
  // In no header; null where there is none. What the engine does of itself where memory is short.
  void (*deleteAllCode)(JSContextGroupRef, int effort);
  void (*releaseFastMallocFreeMemory)(void);
  // Of its allocator: stops the thread that gives memory back, and lets there be one again. Null where there is none.
  void (*pas_scavenger_suspend)(void);
  void (*pas_scavenger_resume)(void);
  JSClassRef (*JSClassCreate)(const JSClassDefinition *);
  void (*JSClassRelease)(JSClassRef);
  JSObjectRef (*JSObjectMake)(JSContextRef, JSClassRef, void *);
  void *(*JSObjectGetPrivate)(JSObjectRef);
  _Bool (*JSObjectSetPrivate)(JSObjectRef, void *);
  void (*JSObjectSetPrototype)(JSContextRef, JSObjectRef, JSValueRef);
  JSObjectRef (*JSObjectMakeArray)(JSContextRef, size_t, const JSValueRef *, JSValueRef *);
  JSObjectRef (*JSObjectMakeError)(JSContextRef, size_t, const JSValueRef *, JSValueRef *);
  JSValueRef (*JSObjectGetProperty)(JSContextRef, JSObjectRef, JSStringRef, JSValueRef *);
  void (*JSObjectSetProperty)(JSContextRef, JSObjectRef, JSStringRef, JSValueRef, unsigned, JSValueRef *);
  _Bool (*JSObjectHasProperty)(JSContextRef, JSObjectRef, JSStringRef);
  _Bool (*JSObjectDeleteProperty)(JSContextRef, JSObjectRef, JSStringRef, JSValueRef *);
  JSValueRef (*JSObjectGetPropertyAtIndex)(JSContextRef, JSObjectRef, unsigned, JSValueRef *);
  JSValueRef (*JSObjectCallAsFunction)(JSContextRef, JSObjectRef, JSObjectRef, size_t, const JSValueRef *, JSValueRef *);
  _Bool (*JSObjectIsFunction)(JSContextRef, JSObjectRef);
  JSObjectRef (*JSObjectMakeTypedArrayWithBytesNoCopy)(JSContextRef, int, void *, size_t, OffscreenBytesDeallocator, void *, JSValueRef *);
  JSObjectRef (*JSObjectMakeTypedArray)(JSContextRef, int, size_t, JSValueRef *);
  void *(*JSObjectGetTypedArrayBytesPtr)(JSContextRef, JSObjectRef, JSValueRef *);
  size_t (*JSObjectGetTypedArrayByteLength)(JSContextRef, JSObjectRef, JSValueRef *);
  size_t (*JSObjectGetTypedArrayByteOffset)(JSContextRef, JSObjectRef, JSValueRef *);
  int (*JSValueGetTypedArrayType)(JSContextRef, JSValueRef, JSValueRef *);
  void *(*JSObjectGetArrayBufferBytesPtr)(JSContextRef, JSObjectRef, JSValueRef *);
  size_t (*JSObjectGetArrayBufferByteLength)(JSContextRef, JSObjectRef, JSValueRef *);
  JSValueRef (*JSEvaluateScript)(JSContextRef, JSStringRef, JSObjectRef, JSStringRef, int, JSValueRef *);
  // In no header: text that is ASCII and never goes away is not copied.
  JSScriptRef (*JSScriptCreateReferencingImmortalASCIIText)(
      JSContextGroupRef, JSStringRef url, int line, const char *text, size_t length, JSStringRef *error, int *errorLine);
  JSValueRef (*JSScriptEvaluate)(JSContextRef, JSScriptRef, JSValueRef receiver, JSValueRef *exception);
  void (*JSScriptRelease)(JSScriptRef);
  int (*JSValueGetType)(JSContextRef, JSValueRef);
  _Bool (*JSValueIsObject)(JSContextRef, JSValueRef);
  _Bool (*JSValueIsArray)(JSContextRef, JSValueRef);
  _Bool (*JSValueIsStrictEqual)(JSContextRef, JSValueRef, JSValueRef);
  JSValueRef (*JSValueMakeUndefined)(JSContextRef);
  JSValueRef (*JSValueMakeNull)(JSContextRef);
  JSValueRef (*JSValueMakeBoolean)(JSContextRef, _Bool);
  JSValueRef (*JSValueMakeNumber)(JSContextRef, double);
  JSValueRef (*JSValueMakeString)(JSContextRef, JSStringRef);
  _Bool (*JSValueToBoolean)(JSContextRef, JSValueRef);
  double (*JSValueToNumber)(JSContextRef, JSValueRef, JSValueRef *);
  JSStringRef (*JSValueToStringCopy)(JSContextRef, JSValueRef, JSValueRef *);
  void (*JSValueProtect)(JSContextRef, JSValueRef);
  void (*JSValueUnprotect)(JSContextRef, JSValueRef);
  JSStringRef (*JSStringCreateWithCharacters)(const uint16_t *, size_t);
  void (*JSStringRelease)(JSStringRef);
  size_t (*JSStringGetLength)(JSStringRef);
  const uint16_t *(*JSStringGetCharactersPtr)(JSStringRef);
  _Bool (*jsc_options_set_boolean)(const char *, int);
  _Bool (*jsc_options_set_int)(const char *, int);
  _Bool (*jsc_options_set_uint)(const char *, unsigned);
  _Bool (*jsc_options_set_double)(const char *, double);
  unsigned (*jsc_get_major_version)(void);
  unsigned (*jsc_get_minor_version)(void);
  unsigned (*jsc_get_micro_version)(void);
} OffscreenJSC;

// 0 where the library is not there or lacks something.
static inline int offscreen_jsc_open(OffscreenJSC *engine) {
  int flags = RTLD_NOW | RTLD_LOCAL;
#ifdef __GLIBC__
  // RTLD_DEEPBIND, which glibc only shows to programs that ask for GNU's own: its thousands of names are looked up in the
  // library first, not in all that the program has. The address sanitizer refuses it.
  if (!dlsym((void *)0, "__asan_init")) flags |= 8;
#endif
  void *library = dlopen(OFFSCREEN_JSC_LIBRARY, flags);
  if (!library) library = dlopen(OFFSCREEN_JSC_LATER_LIBRARY, flags);
  if (!library) return 0;
#define OFFSCREEN_SYMBOL(name) \
  *(void **)&engine->name = dlsym(library, #name); \
  if (!engine->name) return 0;
  OFFSCREEN_SYMBOL(JSContextGroupCreate)
  OFFSCREEN_SYMBOL(JSContextGroupRelease)
  OFFSCREEN_SYMBOL(JSGlobalContextCreateInGroup)
  OFFSCREEN_SYMBOL(JSGlobalContextRelease)
  OFFSCREEN_SYMBOL(JSContextGetGlobalObject)
  OFFSCREEN_SYMBOL(JSContextGroupSetExecutionTimeLimit)
  OFFSCREEN_SYMBOL(JSContextGroupClearExecutionTimeLimit)
  OFFSCREEN_SYMBOL(JSGlobalContextSetUnhandledRejectionCallback)
  *(void **)&engine->JSGlobalContextSetEvalEnabled = dlsym(library, "JSGlobalContextSetEvalEnabled");
  OFFSCREEN_SYMBOL(JSGarbageCollect)
  *(void **)&engine->JSLock = dlsym(library, "JSLock");
  *(void **)&engine->JSUnlock = dlsym(library, "JSUnlock");
  *(void **)&engine->drainMicrotasks = dlsym(library, "_ZN3JSC2VM15drainMicrotasksEv");
  *(void **)&engine->JSSynchronousGarbageCollectForDebugging = dlsym(library, "JSSynchronousGarbageCollectForDebugging");
  *(void **)&engine->deleteAllCode = dlsym(library, "_ZN3JSC2VM13deleteAllCodeENS_19DeleteAllCodeEffortE");
  *(void **)&engine->releaseFastMallocFreeMemory = dlsym(library, "_ZN3WTF27releaseFastMallocFreeMemoryEv");
  *(void **)&engine->pas_scavenger_suspend = dlsym(library, "pas_scavenger_suspend");
  *(void **)&engine->pas_scavenger_resume = dlsym(library, "pas_scavenger_resume");
  OFFSCREEN_SYMBOL(JSClassCreate)
  OFFSCREEN_SYMBOL(JSClassRelease)
  OFFSCREEN_SYMBOL(JSObjectMake)
  OFFSCREEN_SYMBOL(JSObjectGetPrivate)
  OFFSCREEN_SYMBOL(JSObjectSetPrivate)
  OFFSCREEN_SYMBOL(JSObjectSetPrototype)
  OFFSCREEN_SYMBOL(JSObjectMakeArray)
  OFFSCREEN_SYMBOL(JSObjectMakeError)
  OFFSCREEN_SYMBOL(JSObjectGetProperty)
  OFFSCREEN_SYMBOL(JSObjectSetProperty)
  OFFSCREEN_SYMBOL(JSObjectHasProperty)
  OFFSCREEN_SYMBOL(JSObjectDeleteProperty)
  OFFSCREEN_SYMBOL(JSObjectGetPropertyAtIndex)
  OFFSCREEN_SYMBOL(JSObjectCallAsFunction)
  OFFSCREEN_SYMBOL(JSObjectIsFunction)
  OFFSCREEN_SYMBOL(JSObjectMakeTypedArrayWithBytesNoCopy)
  OFFSCREEN_SYMBOL(JSObjectMakeTypedArray)
  OFFSCREEN_SYMBOL(JSObjectGetTypedArrayBytesPtr)
  OFFSCREEN_SYMBOL(JSObjectGetTypedArrayByteLength)
  OFFSCREEN_SYMBOL(JSObjectGetTypedArrayByteOffset)
  OFFSCREEN_SYMBOL(JSValueGetTypedArrayType)
  OFFSCREEN_SYMBOL(JSObjectGetArrayBufferBytesPtr)
  OFFSCREEN_SYMBOL(JSObjectGetArrayBufferByteLength)
  OFFSCREEN_SYMBOL(JSEvaluateScript)
  OFFSCREEN_SYMBOL(JSScriptCreateReferencingImmortalASCIIText)
  OFFSCREEN_SYMBOL(JSScriptEvaluate)
  OFFSCREEN_SYMBOL(JSScriptRelease)
  OFFSCREEN_SYMBOL(JSValueGetType)
  OFFSCREEN_SYMBOL(JSValueIsObject)
  OFFSCREEN_SYMBOL(JSValueIsStrictEqual)
  OFFSCREEN_SYMBOL(JSValueIsArray)
  OFFSCREEN_SYMBOL(JSValueMakeUndefined)
  OFFSCREEN_SYMBOL(JSValueMakeNull)
  OFFSCREEN_SYMBOL(JSValueMakeBoolean)
  OFFSCREEN_SYMBOL(JSValueMakeNumber)
  OFFSCREEN_SYMBOL(JSValueMakeString)
  OFFSCREEN_SYMBOL(JSValueToBoolean)
  OFFSCREEN_SYMBOL(JSValueToNumber)
  OFFSCREEN_SYMBOL(JSValueToStringCopy)
  OFFSCREEN_SYMBOL(JSValueProtect)
  OFFSCREEN_SYMBOL(JSValueUnprotect)
  OFFSCREEN_SYMBOL(JSStringCreateWithCharacters)
  OFFSCREEN_SYMBOL(JSStringRelease)
  OFFSCREEN_SYMBOL(JSStringGetLength)
  OFFSCREEN_SYMBOL(JSStringGetCharactersPtr)
  OFFSCREEN_SYMBOL(jsc_options_set_boolean)
  OFFSCREEN_SYMBOL(jsc_options_set_int)
  OFFSCREEN_SYMBOL(jsc_options_set_uint)
  OFFSCREEN_SYMBOL(jsc_options_set_double)
  OFFSCREEN_SYMBOL(jsc_get_major_version)
  OFFSCREEN_SYMBOL(jsc_get_minor_version)
  OFFSCREEN_SYMBOL(jsc_get_micro_version)
#undef OFFSCREEN_SYMBOL
  return 1;
}

// Gives back the pages of the library's code that are in memory: what is still called is mapped again from its file, which
// stays in the system's cache.
static inline void offscreen_jsc_release_code(const OffscreenJSC *engine) {
#ifdef __linux__
  // glibc only shows it to programs that ask for GNU's own.
  int (*find)(const void *, void *) = (int (*)(const void *, void *))dlsym((void *)0, "dladdr");
  struct {
    const char *file;
    char *start;
    const char *symbol;
    void *address;
  } place = {0, 0, 0, 0};
  if (!find || !find((const void *)engine->JSContextGroupCreate, &place) || !place.start) return;
  const Elf64_Ehdr *header = (const Elf64_Ehdr *)place.start;
  if (memcmp(header->e_ident, ELFMAG, SELFMAG) || header->e_ident[EI_CLASS] != ELFCLASS64) return;
  const Elf64_Phdr *segments = (const Elf64_Phdr *)(place.start + header->e_phoff);
  for (int index = 0; index < header->e_phnum; index++) {
    const Elf64_Phdr *segment = &segments[index];
    if (segment->p_type != PT_LOAD || !(segment->p_flags & PF_X) || segment->p_flags & PF_W) continue;
    // Where a segment begins in the midst of a page, that page stays.
    size_t page = segment->p_align, from = (segment->p_vaddr + page - 1) & -page;
    size_t to = (segment->p_vaddr + segment->p_filesz) & -page;
    if (to > from) madvise(place.start + from, to - from, MADV_DONTNEED);
  }
#endif
}
