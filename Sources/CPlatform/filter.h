#pragma once
#include "calls.h"
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

// seccomp: which system calls a process may make. https://docs.kernel.org/userspace-api/seccomp_filter.html
//
// The filter is an allow-list that the C library survives: a call that is not in it is answered as by a
// kernel that does not know it (ENOSYS), and libraries have a way out for those. The numbers are those of
// the headers that the program is compiled with, so that the list is right on every architecture.
//
// The kernel tries the filter with every number when it is installed, and remembers which calls are always
// allowed. So calls cost nothing later, but a list that is gone through one by one costs a third of a
// millisecond at the start: the numbers are looked up in a tree instead.

#if defined(__x86_64__)
#define OFFSCREEN_AUDIT_ARCH AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define OFFSCREEN_AUDIT_ARCH AUDIT_ARCH_AARCH64
#elif defined(__riscv) && __riscv_xlen == 64
#define OFFSCREEN_AUDIT_ARCH AUDIT_ARCH_RISCV64
#endif

typedef struct {
  struct sock_filter code[1024];
  unsigned short count;
} OffscreenFilter;

static inline void offscreen_emit(OffscreenFilter *filter, uint16_t code, uint32_t value, uint8_t then, uint8_t otherwise) {
  if (filter->count >= sizeof filter->code / sizeof filter->code[0]) return;
  filter->code[filter->count++] = (struct sock_filter)BPF_JUMP(code, value, then, otherwise);
}

static inline void offscreen_load(OffscreenFilter *filter, uint32_t offset) {
  offscreen_emit(filter, BPF_LD | BPF_W | BPF_ABS, offset, 0, 0);
}

// The lower half of an argument: all that the kernel looks at in the arguments that are asked about here.
static inline void offscreen_load_argument(OffscreenFilter *filter, unsigned number) {
  uint32_t offset = (uint32_t)(offsetof(struct seccomp_data, args) + 8 * number);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  offset += 4;
#endif
  offscreen_load(filter, offset);
}

// Goes on where the value is this one, else passes over `skipped` instructions.
static inline void offscreen_unless(OffscreenFilter *filter, uint32_t value, uint8_t skipped) {
  offscreen_emit(filter, BPF_JMP | BPF_JEQ | BPF_K, value, 0, skipped);
}

static inline void offscreen_return(OffscreenFilter *filter, uint32_t action) {
  offscreen_emit(filter, BPF_RET | BPF_K, action, 0, 0);
}

#define OFFSCREEN_REFUSE(code) (SECCOMP_RET_ERRNO | ((code) & SECCOMP_RET_DATA))

// Where a search goes on: by the place of the instruction.
typedef struct {
  unsigned allowed, others;
} OffscreenEnds;

// A binary search among `bounds`, at each of which the numbers begin to be allowed or cease to be: an instruction for each.
// `allowed`: whether those before the first bound are. 0 where a jump would be too far for the form of instructions.
static inline int offscreen_emit_search(
    OffscreenFilter *filter, OffscreenEnds ends, const uint16_t *bounds, unsigned count, int allowed) {
  unsigned middle = count / 2, after = count - middle - 1, next = filter->count + 1u;
  int allowed_after = middle % 2 ? allowed : !allowed;
  unsigned left = middle ? next : allowed ? ends.allowed : ends.others;
  unsigned right = after ? next + middle : allowed_after ? ends.allowed : ends.others;
  if (left - next > UINT8_MAX || right - next > UINT8_MAX) return 0;
  offscreen_emit(filter, BPF_JMP | BPF_JGE | BPF_K, bounds[middle], (uint8_t)(right - next), (uint8_t)(left - next));
  return (!middle || offscreen_emit_search(filter, ends, bounds, middle, allowed)) &&
         (!after || offscreen_emit_search(filter, ends, bounds + middle + 1, after, allowed_after));
}

// Allows the calls in the list; others go on with what follows. 0 where the list is too long.
static inline int offscreen_allow_listed(OffscreenFilter *filter) {
  enum { COUNT = sizeof offscreen_allowed_calls / sizeof offscreen_allowed_calls[0], MOST = 1024 };
  unsigned char listed[MOST] = {0};
  uint16_t bounds[2 * COUNT];
  unsigned count = 0;
  for (unsigned i = 0; i < COUNT; i++) {
    if (offscreen_allowed_calls[i] < MOST - 1) listed[offscreen_allowed_calls[i]] = 1;
  }
  for (unsigned number = 0; number < MOST; number++) {
    if (listed[number] != (number ? listed[number - 1] : 0)) bounds[count++] = (uint16_t)number;
  }
  OffscreenEnds ends = {filter->count + count, filter->count + count + 1};
  if (!offscreen_emit_search(filter, ends, bounds, count, 0)) return 0;
  offscreen_emit(filter, BPF_RET | BPF_K, SECCOMP_RET_ALLOW, 0, 0);
  return 1;
}

static inline void offscreen_answer(OffscreenFilter *filter, uint32_t call, uint32_t action) {
  offscreen_unless(filter, call, 1);
  offscreen_return(filter, action);
}

// Allows a call where an argument is one of some values.
static inline void offscreen_allow_values(
    OffscreenFilter *filter, uint32_t call, unsigned argument, const uint32_t *values, uint8_t count, int code) {
  offscreen_unless(filter, call, (uint8_t)(2 + 2 * count));
  offscreen_load_argument(filter, argument);
  for (uint8_t i = 0; i < count; i++) offscreen_answer(filter, values[i], SECCOMP_RET_ALLOW);
  offscreen_return(filter, OFFSCREEN_REFUSE(code));
}

// Allows a call where some bits of an argument have some value.
static inline void offscreen_allow_bits(
    OffscreenFilter *filter, uint32_t call, unsigned argument, uint32_t mask, uint32_t value, int code) {
  offscreen_unless(filter, call, 5);
  offscreen_load_argument(filter, argument);
  offscreen_emit(filter, BPF_ALU | BPF_AND | BPF_K, mask, 0, 0);
  offscreen_answer(filter, value, SECCOMP_RET_ALLOW);
  offscreen_return(filter, OFFSCREEN_REFUSE(code));
}

// Memory is private, or cannot be written: what is shared counts against no limit of the process.
static inline void offscreen_allow_private_memory(OffscreenFilter *filter) {
  offscreen_unless(filter, SYS_mmap, 8);
  offscreen_load_argument(filter, 3);
  offscreen_emit(filter, BPF_ALU | BPF_AND | BPF_K, 1 /* MAP_SHARED, or MAP_SHARED_VALIDATE */, 0, 0);
  offscreen_answer(filter, 0, SECCOMP_RET_ALLOW);
  offscreen_load_argument(filter, 2);
  offscreen_emit(filter, BPF_JMP | BPF_JSET | BPF_K, PROT_WRITE, 1, 0);
  offscreen_return(filter, SECCOMP_RET_ALLOW);
  offscreen_return(filter, OFFSCREEN_REFUSE(EPERM));
}

// Sockets for what the loader does: TCP and UDP, and the kernel's list of interfaces, which the resolver
// asks for. Not Unix sockets: behind them are the session's and the machine's services. The resolver's own
// daemons are reached by them too, but it does without.
static inline void offscreen_allow_sockets(OffscreenFilter *filter) {
  offscreen_unless(filter, SYS_socket, 15);
  offscreen_load_argument(filter, 0);
  offscreen_unless(filter, AF_NETLINK, 4);
  offscreen_load_argument(filter, 2);
  offscreen_answer(filter, 0 /* NETLINK_ROUTE */, SECCOMP_RET_ALLOW);
  offscreen_return(filter, OFFSCREEN_REFUSE(EPERM));
  offscreen_emit(filter, BPF_JMP | BPF_JEQ | BPF_K, AF_INET, 1, 0);
  offscreen_unless(filter, AF_INET6, 6);
  offscreen_load_argument(filter, 1);
  offscreen_emit(filter, BPF_ALU | BPF_AND | BPF_K, 0xF /* without SOCK_CLOEXEC and the like */, 0, 0);
  offscreen_answer(filter, SOCK_STREAM, SECCOMP_RET_ALLOW);
  offscreen_answer(filter, SOCK_DGRAM, SECCOMP_RET_ALLOW);
  offscreen_return(filter, OFFSCREEN_REFUSE(EPERM));
  static const int calls[] = {
      SYS_connect, SYS_bind, SYS_sendto, SYS_recvfrom, SYS_sendmmsg, SYS_recvmmsg, SYS_getsockname, SYS_getpeername, SYS_setsockopt, SYS_getsockopt,
  };
  for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++) offscreen_answer(filter, (uint32_t)calls[i], SECCOMP_RET_ALLOW);
}

// Sockets for a program that is asked by others of this machine: it listens, and connects to nobody. Streams only, since
// datagrams need no connection.
static inline void offscreen_allow_listening(OffscreenFilter *filter) {
  offscreen_unless(filter, SYS_socket, 7);
  offscreen_load_argument(filter, 0);
  offscreen_unless(filter, AF_UNIX, 4);
  offscreen_load_argument(filter, 1);
  offscreen_emit(filter, BPF_ALU | BPF_AND | BPF_K, 0xF /* without SOCK_CLOEXEC and the like */, 0, 0);
  offscreen_answer(filter, SOCK_STREAM, SECCOMP_RET_ALLOW);
  offscreen_return(filter, OFFSCREEN_REFUSE(EPERM));
  static const int calls[] = {
      SYS_bind, SYS_listen, SYS_accept, SYS_accept4, SYS_sendto, SYS_recvfrom, SYS_getsockname, SYS_getpeername,
      SYS_setsockopt, SYS_getsockopt,
#ifdef SYS_rmdir
      // Which folders, is for Landlock to say.
      SYS_rmdir,
#endif
  };
  for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++) offscreen_answer(filter, (uint32_t)calls[i], SECCOMP_RET_ALLOW);
}

// What a process may do besides what all may.
enum {
  OFFSCREEN_FILTER_ALONE = 0,
  OFFSCREEN_FILTER_NETWORK = 1,
  // A program that is started once the filter is there, and listens: which program, Landlock says.
  OFFSCREEN_FILTER_PROGRAM = 2,
};

#ifdef OFFSCREEN_AUDIT_ARCH
// `Scripts/filter-table` asks the filter for every call, on each architecture that it can compile for. 0 where it is too
// long.
static inline int offscreen_make_filter(OffscreenFilter *filter, int kind) {
  filter->count = 0;

  // 1. Only calls of this architecture: the numbers of another would mean something else.
  offscreen_load(filter, offsetof(struct seccomp_data, arch));
  offscreen_unless(filter, OFFSCREEN_AUDIT_ARCH, 1);
  offscreen_emit(filter, BPF_JMP | BPF_JA, 1, 0, 0);
  offscreen_return(filter, SECCOMP_RET_KILL_PROCESS);
  offscreen_load(filter, offsetof(struct seccomp_data, nr));

  // 2. What is always allowed.
  if (!offscreen_allow_listed(filter)) return 0;

  // 3. What depends on its arguments.
  uint32_t namespaces = CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER |
                        CLONE_NEWPID | CLONE_NEWNET;
  // clone3() hides its flags in memory: it is not in the list, and the C library then takes clone().
  offscreen_allow_bits(filter, SYS_clone, 0, namespaces | CLONE_THREAD, CLONE_THREAD, EPERM);
  offscreen_answer(
      filter, SYS_execve, kind == OFFSCREEN_FILTER_PROGRAM ? SECCOMP_RET_ALLOW : OFFSCREEN_REFUSE(EPERM));
  uint32_t own = (uint32_t)getpid();
  offscreen_allow_values(filter, SYS_tgkill, 0, &own, 1, EPERM);
  offscreen_allow_private_memory(filter);
  offscreen_answer(filter, SYS_memfd_create, OFFSCREEN_REFUSE(EPERM));
  // Over the sockets that it has.
  offscreen_answer(filter, SYS_sendmsg, SECCOMP_RET_ALLOW);
  offscreen_answer(filter, SYS_recvmsg, SECCOMP_RET_ALLOW);
  offscreen_answer(filter, SYS_shutdown, SECCOMP_RET_ALLOW);
  uint32_t self = 0;
  offscreen_allow_values(filter, SYS_prlimit64, 0, &self, 1, EPERM);
  // What asks whether a file is a terminal and how large, or sets whether a read waits.
  static const uint32_t requests[] = {0x5401 /* TCGETS */, TIOCGWINSZ, FIONREAD, FIONBIO, FIOCLEX, FIONCLEX};
  offscreen_allow_values(filter, SYS_ioctl, 1, requests, sizeof requests / sizeof requests[0], ENOTTY);
  uint32_t local = AF_UNIX;
  offscreen_allow_values(filter, SYS_socketpair, 0, &local, 1, EPERM);
  switch (kind) {
    case OFFSCREEN_FILTER_NETWORK: offscreen_allow_sockets(filter); break;
    case OFFSCREEN_FILTER_PROGRAM: offscreen_allow_listening(filter); break;
    default: offscreen_answer(filter, SYS_socket, OFFSCREEN_REFUSE(EPERM));
  }

  // 4. The rest is unknown.
  offscreen_return(filter, OFFSCREEN_REFUSE(ENOSYS));
  return filter->count < sizeof filter->code / sizeof filter->code[0];
}
#endif

// Puts the filter on all threads of this process. 0 where the kernel does not know how, or does not let it.
static inline int offscreen_filter_calls(int kind) {
#ifndef OFFSCREEN_AUDIT_ARCH
  (void)kind;
  errno = ENOSYS;
  return 0;
#else
  OffscreenFilter filter;
  if (!offscreen_make_filter(&filter, kind)) return 0;
  struct sock_fprog program = {filter.count, filter.code};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return 0;
  // SPEC_ALLOW: without it, older kernels switch off speculation for filtered processes, which costs a lot,
  // against code that this process does not run.
  for (unsigned flags = SECCOMP_FILTER_FLAG_TSYNC | (1u << 2) /* SPEC_ALLOW */;; flags = SECCOMP_FILTER_FLAG_TSYNC) {
    if (syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags, &program) == 0) return 1;
    if (flags == SECCOMP_FILTER_FLAG_TSYNC) return 0;
  }
#endif
}

// Whether the kernel can do it, for this process at least.
static inline int offscreen_can_filter_calls(void) {
#ifndef OFFSCREEN_AUDIT_ARCH
  return 0;
#else
  uint32_t action = SECCOMP_RET_ERRNO;
  return syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0u, &action) == 0;
#endif
}
