// Asks the filter of system calls for every number there is, as the kernel would, and compares with what it is to
// answer. Made and run for each architecture by `Scripts/filter-table`.
#include "filter.h"
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>

#ifndef OFFSCREEN_AUDIT_ARCH
#error "there is no filter for this architecture"
#endif

enum { ALLOW = -1, KILL = -2, BROKEN = -3 };

// What the filter returns: ALLOW, KILL, or the number of the error. https://docs.kernel.org/networking/filter.html
static int decide(const OffscreenFilter *filter, const struct seccomp_data *data) {
  uint32_t value = 0;
  for (unsigned place = 0; place < filter->count; place++) {
    const struct sock_filter *step = &filter->code[place];
    switch (step->code) {
      case BPF_LD | BPF_W | BPF_ABS:
        if (step->k % 4 || step->k + 4 > sizeof *data) return BROKEN;
        memcpy(&value, (const char *)data + step->k, 4);
        break;
      case BPF_ALU | BPF_AND | BPF_K: value &= step->k; break;
      case BPF_JMP | BPF_JA: place += step->k; break;
      case BPF_JMP | BPF_JEQ | BPF_K: place += value == step->k ? step->jt : step->jf; break;
      case BPF_JMP | BPF_JGE | BPF_K: place += value >= step->k ? step->jt : step->jf; break;
      case BPF_JMP | BPF_JSET | BPF_K: place += value & step->k ? step->jt : step->jf; break;
      case BPF_RET | BPF_K:
        if (step->k == SECCOMP_RET_ALLOW) return ALLOW;
        if (step->k == SECCOMP_RET_KILL_PROCESS) return KILL;
        return (step->k & SECCOMP_RET_ACTION_FULL) == SECCOMP_RET_ERRNO ? (int)(step->k & SECCOMP_RET_DATA) : BROKEN;
      default: return BROKEN;
    }
  }
  return BROKEN;
}

static OffscreenFilter filter, networked, program;
static int problems, asked;

static void expect(const OffscreenFilter *filter, const char *name, long number, uint64_t a, uint64_t b, uint64_t c, uint64_t d, int wanted) {
  struct seccomp_data data = {(int)number, OFFSCREEN_AUDIT_ARCH, 0, {a, b, c, d, 0, 0}};
  int found = decide(filter, &data);
  asked++;
  if (found == wanted) return;
  problems++;
  printf("%s (%ld, %#llx, %#llx, %#llx): %d and not %d\n", name, number, (unsigned long long)a, (unsigned long long)b, (unsigned long long)c, found, wanted);
}

#define SEALED(call, a, b, c, d, wanted) expect(&filter, #call, SYS_##call, a, b, c, d, wanted)

int main(void) {
  if (!offscreen_make_filter(&filter, 0) || !offscreen_make_filter(&networked, OFFSCREEN_FILTER_NETWORK) ||
      !offscreen_make_filter(&program, OFFSCREEN_FILTER_PROGRAM))
    return printf("the filter is too long\n"), 1;
  uint32_t own = (uint32_t)getpid();

  // 1. Every number: what is listed is allowed whatever its arguments, what is not is unknown, but for some.
  static const long conditional[] = {SYS_clone, SYS_execve, SYS_tgkill, SYS_mmap, SYS_memfd_create, SYS_sendmsg,
      SYS_recvmsg, SYS_shutdown, SYS_prlimit64, SYS_ioctl, SYS_socketpair, SYS_socket};
  for (long number = 0; number < 4096; number++) {
    int isListed = 0, isConditional = 0;
    for (unsigned i = 0; i < sizeof offscreen_allowed_calls / sizeof offscreen_allowed_calls[0]; i++)
      isListed |= offscreen_allowed_calls[i] == number;
    for (unsigned i = 0; i < sizeof conditional / sizeof conditional[0]; i++) isConditional |= conditional[i] == number;
    if (isListed && isConditional) problems++, printf("%ld is allowed and conditional\n", number);
    if (isConditional) continue;
    expect(&filter, isListed ? "listed" : "unlisted", number, 0, 0, 0, 0, isListed ? ALLOW : ENOSYS);
    expect(&filter, isListed ? "listed" : "unlisted", number, ~0ull, ~0ull, ~0ull, ~0ull, isListed ? ALLOW : ENOSYS);
  }
  // Numbers of other tables: x32's, negative ones.
  expect(&filter, "x32", 0x40000000 | SYS_read, 0, 0, 0, 0, ENOSYS);
  expect(&filter, "negative", -1, 0, 0, 0, 0, ENOSYS);

  // 2. Another architecture's numbers.
  static const uint32_t others[] = {AUDIT_ARCH_I386, AUDIT_ARCH_X86_64, AUDIT_ARCH_AARCH64, AUDIT_ARCH_ARM, AUDIT_ARCH_RISCV64, 0};
  for (unsigned i = 0; i < sizeof others / sizeof others[0]; i++) {
    struct seccomp_data data = {SYS_read, others[i], 0, {0}};
    if (decide(&filter, &data) != (others[i] == OFFSCREEN_AUDIT_ARCH ? ALLOW : KILL)) problems++, printf("architecture %#x\n", others[i]);
  }

  // 3. What depends on its arguments.
  SEALED(clone, 0x3d0f00 /* of pthread_create */, 0, 0, 0, ALLOW);
  SEALED(clone, 17 /* SIGCHLD: fork */, 0, 0, 0, EPERM);
  SEALED(clone, CLONE_VM | CLONE_VFORK | 17, 0, 0, 0, EPERM);
  SEALED(clone, CLONE_THREAD | CLONE_NEWUSER, 0, 0, 0, EPERM);
  SEALED(clone, CLONE_THREAD | CLONE_NEWNET, 0, 0, 0, EPERM);
  SEALED(execve, 0, 0, 0, 0, EPERM);
  SEALED(tgkill, own, own, 6, 0, ALLOW);
  SEALED(tgkill, 1, 1, 9, 0, EPERM);
  SEALED(tgkill, (uint32_t)-1, 1, 9, 0, EPERM);
  SEALED(mmap, 0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, ALLOW);
  SEALED(mmap, 0, 4096, PROT_READ, MAP_SHARED, ALLOW);
  SEALED(mmap, 0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, EPERM);
  SEALED(mmap, 0, 4096, PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, EPERM);
  SEALED(mmap, 0, 4096, PROT_WRITE, 3 /* MAP_SHARED_VALIDATE */, EPERM);
  SEALED(memfd_create, 0, 0, 0, 0, EPERM);
  SEALED(prlimit64, 0, 7, 0, 0, ALLOW);
  SEALED(prlimit64, 1, 7, 0, 0, EPERM);
  SEALED(ioctl, 0, FIONREAD, 0, 0, ALLOW);
  SEALED(ioctl, 0, 0x5412 /* TIOCSTI */, 0, 0, ENOTTY);
  SEALED(ioctl, 0, 0x541C /* TIOCLINUX */, 0, 0, ENOTTY);
  SEALED(ioctl, 0, 0x40086602 /* FS_IOC_SETFLAGS */, 0, 0, ENOTTY);
  SEALED(socketpair, AF_UNIX, SOCK_STREAM, 0, 0, ALLOW);
  SEALED(socketpair, AF_TIPC, SOCK_STREAM, 0, 0, EPERM);
  for (uint64_t family = 0; family < 50; family++) {
    SEALED(socket, family, SOCK_STREAM, 0, 0, EPERM);
    int isInternet = family == AF_INET || family == AF_INET6;
    expect(&networked, "socket", SYS_socket, family, SOCK_STREAM | SOCK_CLOEXEC, 0, 0, isInternet || family == AF_NETLINK ? ALLOW : EPERM);
    expect(&networked, "socket", SYS_socket, family, SOCK_RAW, 0, 0, family == AF_NETLINK ? ALLOW : EPERM);
    expect(&networked, "socket", SYS_socket, family, SOCK_DGRAM, 15 /* kernel events */, 0, isInternet ? ALLOW : EPERM);
  }

  // A program that is started: what it may besides is one start, sockets at which it is asked, and removing folders.
  static const long besides[] = {SYS_bind, SYS_listen, SYS_accept, SYS_accept4, SYS_sendto, SYS_recvfrom, SYS_getsockname,
      SYS_getpeername, SYS_setsockopt, SYS_getsockopt, SYS_execve,
#ifdef SYS_rmdir
      SYS_rmdir,
#endif
  };
  for (long number = 0; number < 4096; number++) {
    struct seccomp_data data = {(int)number, OFFSCREEN_AUDIT_ARCH, 0, {0}};
    int isBesides = 0, wanted = decide(&filter, &data);
    for (unsigned i = 0; i < sizeof besides / sizeof besides[0]; i++) isBesides |= besides[i] == number;
    expect(&program, isBesides ? "besides" : "as others", number, 0, 0, 0, 0, isBesides ? ALLOW : wanted);
  }
  expect(&program, "clone", SYS_clone, 17 /* SIGCHLD: fork */, 0, 0, 0, EPERM);
  expect(&program, "connect", SYS_connect, 0, 0, 0, 0, ENOSYS);
  for (uint64_t family = 0; family < 50; family++) {
    expect(&program, "socket", SYS_socket, family, SOCK_STREAM | SOCK_CLOEXEC, 0, 0, family == AF_UNIX ? ALLOW : EPERM);
    expect(&program, "socket", SYS_socket, family, SOCK_DGRAM, 0, 0, EPERM);
  }

  // 4. By name, so that a number which is another's on this architecture is seen.
  SEALED(execveat, 0, 0, 0, 0, ENOSYS);
  SEALED(clone3, 0, 0, 0, 0, ENOSYS);
  SEALED(unshare, 0, 0, 0, 0, ENOSYS);
  SEALED(setns, 0, 0, 0, 0, ENOSYS);
  SEALED(mount, 0, 0, 0, 0, ENOSYS);
  SEALED(umount2, 0, 0, 0, 0, ENOSYS);
  SEALED(pivot_root, 0, 0, 0, 0, ENOSYS);
  SEALED(chroot, 0, 0, 0, 0, ENOSYS);
  SEALED(open_tree, 0, 0, 0, 0, ENOSYS);
  SEALED(fsopen, 0, 0, 0, 0, ENOSYS);
  SEALED(ptrace, 0, 0, 0, 0, ENOSYS);
  SEALED(process_vm_readv, 0, 0, 0, 0, ENOSYS);
  SEALED(process_vm_writev, 0, 0, 0, 0, ENOSYS);
  SEALED(pidfd_open, 0, 0, 0, 0, ENOSYS);
  SEALED(pidfd_send_signal, 0, 0, 0, 0, ENOSYS);
  SEALED(kill, own, 9, 0, 0, ENOSYS);
  SEALED(tkill, own, 9, 0, 0, ENOSYS);
  SEALED(rt_sigqueueinfo, own, 9, 0, 0, ENOSYS);
  SEALED(setsid, 0, 0, 0, 0, ENOSYS);
  SEALED(setpgid, 0, 0, 0, 0, ENOSYS);
  SEALED(setuid, 0, 0, 0, 0, ENOSYS);
  SEALED(setgid, 0, 0, 0, 0, ENOSYS);
  SEALED(setresuid, 0, 0, 0, 0, ENOSYS);
  SEALED(capset, 0, 0, 0, 0, ENOSYS);
  SEALED(setrlimit, 0, 0, 0, 0, ENOSYS);
  SEALED(bpf, 0, 0, 0, 0, ENOSYS);
  SEALED(perf_event_open, 0, 0, 0, 0, ENOSYS);
  SEALED(userfaultfd, 0, 0, 0, 0, ENOSYS);
  SEALED(keyctl, 0, 0, 0, 0, ENOSYS);
  SEALED(add_key, 0, 0, 0, 0, ENOSYS);
  SEALED(request_key, 0, 0, 0, 0, ENOSYS);
  SEALED(io_setup, 0, 0, 0, 0, ENOSYS);
  SEALED(io_uring_setup, 0, 0, 0, 0, ENOSYS);
  SEALED(io_uring_enter, 0, 0, 0, 0, ENOSYS);
  SEALED(inotify_init1, 0, 0, 0, 0, ENOSYS);
  SEALED(fanotify_init, 0, 0, 0, 0, ENOSYS);
  SEALED(name_to_handle_at, 0, 0, 0, 0, ENOSYS);
  SEALED(open_by_handle_at, 0, 0, 0, 0, ENOSYS);
  SEALED(shmget, 0, 0, 0, 0, ENOSYS);
  SEALED(msgget, 0, 0, 0, 0, ENOSYS);
  SEALED(mq_open, 0, 0, 0, 0, ENOSYS);
  SEALED(vmsplice, 0, 0, 0, 0, ENOSYS);
  SEALED(splice, 0, 0, 0, 0, ENOSYS);
  SEALED(fchmod, 0, 0, 0, 0, ENOSYS);
  SEALED(fchmodat, 0, 0, 0, 0, ENOSYS);
  SEALED(fchownat, 0, 0, 0, 0, ENOSYS);
  SEALED(symlinkat, 0, 0, 0, 0, ENOSYS);
  SEALED(mknodat, 0, 0, 0, 0, ENOSYS);
  SEALED(setxattr, 0, 0, 0, 0, ENOSYS);
  SEALED(personality, 0, 0, 0, 0, ENOSYS);
  SEALED(reboot, 0, 0, 0, 0, ENOSYS);
  SEALED(swapon, 0, 0, 0, 0, ENOSYS);
  SEALED(init_module, 0, 0, 0, 0, ENOSYS);
  SEALED(finit_module, 0, 0, 0, 0, ENOSYS);
  SEALED(kexec_load, 0, 0, 0, 0, ENOSYS);
  SEALED(syslog, 0, 0, 0, 0, ENOSYS);
  SEALED(acct, 0, 0, 0, 0, ENOSYS);
  SEALED(quotactl, 0, 0, 0, 0, ENOSYS);
  SEALED(settimeofday, 0, 0, 0, 0, ENOSYS);
  SEALED(clock_settime, 0, 0, 0, 0, ENOSYS);
  SEALED(sethostname, 0, 0, 0, 0, ENOSYS);
  SEALED(sched_setaffinity, 1, 0, 0, 0, ENOSYS);
  SEALED(migrate_pages, 1, 0, 0, 0, ENOSYS);
  SEALED(kcmp, 1, 0, 0, 0, ENOSYS);
  SEALED(connect, 0, 0, 0, 0, ENOSYS);
  SEALED(bind, 0, 0, 0, 0, ENOSYS);
  SEALED(listen, 0, 0, 0, 0, ENOSYS);
  SEALED(accept4, 0, 0, 0, 0, ENOSYS);
  SEALED(sendto, 0, 0, 0, 0, ENOSYS);
  expect(&networked, "listen", SYS_listen, 0, 0, 0, 0, ENOSYS);
  expect(&networked, "accept4", SYS_accept4, 0, 0, 0, 0, ENOSYS);
  expect(&networked, "connect", SYS_connect, 0, 0, 0, 0, ALLOW);
  SEALED(read, 0, 0, 0, 0, ALLOW);
  SEALED(openat, 0, 0, 0, 0, ALLOW);
  SEALED(futex, 0, 0, 0, 0, ALLOW);
  SEALED(exit_group, 0, 0, 0, 0, ALLOW);

  printf("%d answers, %d wrong; %u and %u instructions\n", asked, problems, filter.count, networked.count);
  return problems > 0;
}
