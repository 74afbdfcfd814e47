// Libraries that most small pages do without: with what they depend on (X11 behind Cairo, ICU behind libxml2) they
// take a fifth of the time of such a page to load. Each is opened by the first call of one of its functions. To callers
// nothing shows: what stands here has the names of the functions, and hands calls on.
#include "LateLibraries.h"
#include "functions.h"
#include "../CPlatform/libraries.h"
#include <dlfcn.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#define OFFSCREEN_LATE_LIBRARIES(LIBRARY) \
  LIBRARY(0, CAIRO) LIBRARY(1, XML) LIBRARY(2, GIF) LIBRARY(3, TURBOJPEG) LIBRARY(4, WEBPDEMUX)

// MARK: Functions

// A function jumps to where its slot says. Where that is nowhere yet, all slots of its library are filled before, with
// the registers that may hold arguments put aside. Names and slots stand in sections of their own, in the same order:
// there are no addresses in tables, which the loader would have to set right.
#if defined(__x86_64__)
#define OFFSCREEN_WORD ".quad"
#define OFFSCREEN_CODE(number, slot) \
  "movq " slot "(%rip), %r11\n testq %r11, %r11\n je 1f\n jmp *%r11\n" \
  "1: movl $" #number ", %r11d\n call offscreen_keep_arguments\n jmp *" slot "(%rip)\n"
__asm__(
    ".text\n .type offscreen_keep_arguments, @function\n offscreen_keep_arguments:\n"
    "pushq %rdi\n pushq %rsi\n pushq %rdx\n pushq %rcx\n pushq %r8\n pushq %r9\n pushq %rax\n subq $136, %rsp\n"
    "movups %xmm0, (%rsp)\n movups %xmm1, 16(%rsp)\n movups %xmm2, 32(%rsp)\n movups %xmm3, 48(%rsp)\n"
    "movups %xmm4, 64(%rsp)\n movups %xmm5, 80(%rsp)\n movups %xmm6, 96(%rsp)\n movups %xmm7, 112(%rsp)\n"
    "movl %r11d, %edi\n call offscreen_need_late_library\n"
    "movups (%rsp), %xmm0\n movups 16(%rsp), %xmm1\n movups 32(%rsp), %xmm2\n movups 48(%rsp), %xmm3\n"
    "movups 64(%rsp), %xmm4\n movups 80(%rsp), %xmm5\n movups 96(%rsp), %xmm6\n movups 112(%rsp), %xmm7\n"
    "addq $136, %rsp\n popq %rax\n popq %r9\n popq %r8\n popq %rcx\n popq %rdx\n popq %rsi\n popq %rdi\n ret\n"
    ".size offscreen_keep_arguments, . - offscreen_keep_arguments\n");
#elif defined(__aarch64__)
#define OFFSCREEN_WORD ".xword"
#define OFFSCREEN_LOAD(slot) "adrp x16, " slot "\n ldr x16, [x16, :lo12:" slot "]\n"
#define OFFSCREEN_CODE(number, slot) \
  OFFSCREEN_LOAD(slot) "cbz x16, 1f\n br x16\n" \
  "1: stp x29, x30, [sp, #-16]!\n mov w16, #" #number "\n bl offscreen_keep_arguments\n ldp x29, x30, [sp], #16\n" \
  OFFSCREEN_LOAD(slot) "br x16\n"
__asm__(
    ".text\n .type offscreen_keep_arguments, %function\n offscreen_keep_arguments:\n"
    "stp x29, x30, [sp, #-224]!\n mov x29, sp\n"
    "stp x0, x1, [sp, #16]\n stp x2, x3, [sp, #32]\n stp x4, x5, [sp, #48]\n stp x6, x7, [sp, #64]\n"
    "str x8, [sp, #80]\n"
    "stp q0, q1, [sp, #96]\n stp q2, q3, [sp, #128]\n stp q4, q5, [sp, #160]\n stp q6, q7, [sp, #192]\n"
    "mov w0, w16\n bl offscreen_need_late_library\n"
    "ldp x0, x1, [sp, #16]\n ldp x2, x3, [sp, #32]\n ldp x4, x5, [sp, #48]\n ldp x6, x7, [sp, #64]\n"
    "ldr x8, [sp, #80]\n"
    "ldp q0, q1, [sp, #96]\n ldp q2, q3, [sp, #128]\n ldp q4, q5, [sp, #160]\n ldp q6, q7, [sp, #192]\n"
    "ldp x29, x30, [sp], #224\n ret\n"
    ".size offscreen_keep_arguments, . - offscreen_keep_arguments\n");
#else
#error "Not implemented: calls that are handed on for this architecture"
#endif

#define OFFSCREEN_FUNCTION(number, library, name) \
  __asm__( \
      ".pushsection .rodata.offscreen_names_" library ", \"a\"\n .asciz \"" name "\"\n .popsection\n" \
      ".pushsection .data.offscreen_slots_" library ", \"aw\"\n .balign 8\n" \
      "offscreen_slot_" name ": " OFFSCREEN_WORD " 0\n .popsection\n" \
      ".text\n .balign 16\n .globl " name "\n .hidden " name "\n .type " name ", %function\n " name ":\n" \
      OFFSCREEN_CODE(number, "offscreen_slot_" name) ".size " name ", . - " name "\n");

// What stands before the first and behind the last of a library's names and slots.
#define OFFSCREEN_MARK(library, place) \
  __asm__( \
      ".pushsection .rodata.offscreen_names_" library ", \"a\"\n" \
      "offscreen_names_" library "_" place ":\n .popsection\n" \
      ".pushsection .data.offscreen_slots_" library ", \"aw\"\n .balign 8\n offscreen_slots_" library "_" place ":\n" \
      ".popsection\n");

OFFSCREEN_MARK("CAIRO", "begin")
#define OFFSCREEN_NAME(name) OFFSCREEN_FUNCTION(0, "CAIRO", #name)
OFFSCREEN_CAIRO_FUNCTIONS(OFFSCREEN_NAME)
#undef OFFSCREEN_NAME
OFFSCREEN_MARK("CAIRO", "end")

OFFSCREEN_MARK("XML", "begin")
#define OFFSCREEN_NAME(name) OFFSCREEN_FUNCTION(1, "XML", #name)
OFFSCREEN_XML_FUNCTIONS(OFFSCREEN_NAME)
#undef OFFSCREEN_NAME
OFFSCREEN_MARK("XML", "end")

OFFSCREEN_MARK("GIF", "begin")
#define OFFSCREEN_NAME(name) OFFSCREEN_FUNCTION(2, "GIF", #name)
OFFSCREEN_GIF_FUNCTIONS(OFFSCREEN_NAME)
#undef OFFSCREEN_NAME
OFFSCREEN_MARK("GIF", "end")

OFFSCREEN_MARK("TURBOJPEG", "begin")
#define OFFSCREEN_NAME(name) OFFSCREEN_FUNCTION(3, "TURBOJPEG", #name)
OFFSCREEN_TURBOJPEG_FUNCTIONS(OFFSCREEN_NAME)
#undef OFFSCREEN_NAME
OFFSCREEN_MARK("TURBOJPEG", "end")

OFFSCREEN_MARK("WEBPDEMUX", "begin")
#define OFFSCREEN_NAME(name) OFFSCREEN_FUNCTION(4, "WEBPDEMUX", #name)
OFFSCREEN_WEBPDEMUX_FUNCTIONS(OFFSCREEN_NAME)
#undef OFFSCREEN_NAME
OFFSCREEN_MARK("WEBPDEMUX", "end")

// MARK: Opening

#define OFFSCREEN_LOCAL __attribute__((visibility("hidden")))

#define OFFSCREEN_PLACES(number, library) \
  extern OFFSCREEN_LOCAL const char offscreen_names_##library##_begin[]; \
  extern OFFSCREEN_LOCAL void *offscreen_slots_##library##_begin[], *offscreen_slots_##library##_end[];
OFFSCREEN_LATE_LIBRARIES(OFFSCREEN_PLACES)

// Two threads at a time write the same. Null, or what is missing.
static const char *fill(const char *file, const char *name, void **slots, void **end) {
  void *library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
  if (!library) return file;
  for (void **slot = slots; slot != end; slot++) {
    void *function = dlsym(library, name);
    if (!function) return name;
    __atomic_store_n(slot, function, __ATOMIC_RELEASE);
    name += strlen(name) + 1;
  }
  return 0;
}

static const char *open_library(int number) {
  switch (number) {
#define OFFSCREEN_CASE(number, library) \
  case number: \
    return fill( \
        OFFSCREEN_##library##_LIBRARY, offscreen_names_##library##_begin, offscreen_slots_##library##_begin, \
        offscreen_slots_##library##_end);
    OFFSCREEN_LATE_LIBRARIES(OFFSCREEN_CASE)
  }
  return "?";
}

static void say(const char *text) {
  if (write(STDERR_FILENO, text, strlen(text)) < 0) _exit(1);
}

// As the loader would do at the start, the program ends where a library that it needs is not there.
OFFSCREEN_LOCAL void offscreen_need_late_library(int number) {
  const char *missing = open_library(number);
  if (!missing) return;
  say("error: missing on this machine: ");
  say(missing);
  say(" (see offscreen doctor)\n");
  _exit(1);
}

const char *offscreen_open_late_libraries(void) {
  const char *missing = 0;
#define OFFSCREEN_OPEN(number, library) \
  if (open_library(number)) missing = OFFSCREEN_##library##_LIBRARY;
  OFFSCREEN_LATE_LIBRARIES(OFFSCREEN_OPEN)
  return missing;
}
