#pragma once
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

// What code that has taken over a renderer would try. Each attempt is harmless where it succeeds: it asks for the
// right and gives it back. System calls are made directly, as such code would make them.

// What an attempt is told of: files and variables that were made to be found.
typedef struct {
  const char *secret_file;    // outside of everything that the process may read
  const char *secret_folder;  // where it lies
  const char *page_file;      // of the page that is rendered
  const char *font_cache;     // may be read, not written
  const char *variable;       // a name of the environment
} OffscreenProbeTargets;

typedef struct {
  const char *name;
  // Not below 0: it succeeded. -1: errno says why not.
  long (*attempt)(const OffscreenProbeTargets *);
} OffscreenProbe;

#define OFFSCREEN_PROBE(name) static long offscreen_probe_##name(const OffscreenProbeTargets *t __attribute__((unused)))

static inline long offscreen_probe_close(long file) {
  if (file >= 0) close((int)file);
  return file;
}

static inline long offscreen_probe_open(const char *path, int flags) {
  return offscreen_probe_close(syscall(SYS_openat, AT_FDCWD, path, flags, 0600));
}

static inline long offscreen_probe_of_process(long process, const char *file) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%ld/%s", process, file);
  return offscreen_probe_open(path, O_RDONLY);
}

static inline long offscreen_probe_making(const char *folder, const char *name) {
  char path[4096];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  long result = offscreen_probe_open(path, O_WRONLY | O_CREAT);
  if (result >= 0) syscall(SYS_unlinkat, AT_FDCWD, path, 0);
  return result;
}

static inline long offscreen_probe_child(long process) {
  if (process == 0) _exit(0);
  if (process > 0) waitpid((pid_t)process, 0, 0);
  return process;
}

static inline long offscreen_probe_socket(int family, int type, int protocol) {
  return offscreen_probe_close(syscall(SYS_socket, family, type, protocol));
}

static inline long offscreen_probe_limit(int resource) {
  // Up to where it may be raised, and one more.
  struct rlimit old, more;
  if (getrlimit(resource, &old) != 0) return 0;
  if (old.rlim_max == RLIM_INFINITY) return 0;
  more = old;
  more.rlim_max++;
  long result = syscall(SYS_prlimit64, 0, resource, &more, (void *)0);
  return result;
}

// Files.
OFFSCREEN_PROBE(read_secret) { return offscreen_probe_open(t->secret_file, O_RDONLY); }
OFFSCREEN_PROBE(read_page) { return offscreen_probe_open(t->page_file, O_RDONLY); }
OFFSCREEN_PROBE(read_passwords) { return offscreen_probe_open("/etc/passwd", O_RDONLY); }
OFFSCREEN_PROBE(read_host_name) { return offscreen_probe_open("/etc/hostname", O_RDONLY); }
OFFSCREEN_PROBE(list_root) { return offscreen_probe_open("/", O_RDONLY | O_DIRECTORY); }
OFFSCREEN_PROBE(list_secret) { return offscreen_probe_open(t->secret_folder, O_RDONLY | O_DIRECTORY); }
OFFSCREEN_PROBE(list_processes) { return offscreen_probe_open("/proc", O_RDONLY | O_DIRECTORY); }
OFFSCREEN_PROBE(read_environment_of_init) { return offscreen_probe_of_process(1, "environ"); }
OFFSCREEN_PROBE(read_environment_of_parent) { return offscreen_probe_of_process(getppid(), "environ"); }
OFFSCREEN_PROBE(read_memory_of_parent) { return offscreen_probe_of_process(getppid(), "mem"); }
OFFSCREEN_PROBE(read_kernel_log) { return offscreen_probe_open("/dev/kmsg", O_RDONLY); }
OFFSCREEN_PROBE(read_disk) {
  long result = offscreen_probe_open("/dev/vda", O_RDONLY);
  if (result < 0 && errno == ENOENT) errno = EACCES;
  return result;
}
OFFSCREEN_PROBE(write_secret) { return offscreen_probe_open(t->secret_file, O_WRONLY); }
OFFSCREEN_PROBE(write_page) { return offscreen_probe_open(t->page_file, O_WRONLY); }
OFFSCREEN_PROBE(write_beside_secret) { return offscreen_probe_making(t->secret_folder, "offscreen-probe"); }
OFFSCREEN_PROBE(write_font_cache) { return offscreen_probe_making(t->font_cache, "offscreen-probe"); }
OFFSCREEN_PROBE(write_temporary) { return offscreen_probe_making("/tmp", "offscreen-probe"); }
OFFSCREEN_PROBE(write_shared_memory_file) { return offscreen_probe_making("/dev/shm", "offscreen-probe"); }
OFFSCREEN_PROBE(make_folder) { return syscall(SYS_mkdirat, AT_FDCWD, "/tmp/offscreen-probe", 0700); }
OFFSCREEN_PROBE(make_link) { return syscall(SYS_symlinkat, "/", AT_FDCWD, "/tmp/offscreen-probe"); }
OFFSCREEN_PROBE(make_device) { return syscall(SYS_mknodat, AT_FDCWD, "/tmp/offscreen-probe", S_IFCHR | 0600, 0x103); }
OFFSCREEN_PROBE(remove_secret) { return syscall(SYS_unlinkat, AT_FDCWD, t->secret_file, 0); }
OFFSCREEN_PROBE(change_mode) { return syscall(SYS_fchmodat, AT_FDCWD, t->page_file, 0644); }
OFFSCREEN_PROBE(change_owner) { return syscall(SYS_fchownat, AT_FDCWD, t->page_file, getuid(), getgid(), 0); }
OFFSCREEN_PROBE(change_root) { return syscall(SYS_chroot, "/"); }
OFFSCREEN_PROBE(mount) { return syscall(SYS_mount, "none", "/mnt", "tmpfs", 0, (void *)0); }
OFFSCREEN_PROBE(read_variable) { return getenv(t->variable) ? 0 : (errno = EACCES, -1); }

// The network.
OFFSCREEN_PROBE(socket_tcp) { return offscreen_probe_socket(AF_INET, SOCK_STREAM, 0); }
OFFSCREEN_PROBE(socket_udp) { return offscreen_probe_socket(AF_INET, SOCK_DGRAM, 0); }
OFFSCREEN_PROBE(socket_tcp6) { return offscreen_probe_socket(AF_INET6, SOCK_STREAM, 0); }
OFFSCREEN_PROBE(socket_udp6) { return offscreen_probe_socket(AF_INET6, SOCK_DGRAM, 0); }
OFFSCREEN_PROBE(socket_unix) { return offscreen_probe_socket(AF_UNIX, SOCK_STREAM, 0); }
OFFSCREEN_PROBE(socket_netlink) { return offscreen_probe_socket(AF_NETLINK, SOCK_RAW, 0); }
OFFSCREEN_PROBE(socket_raw) { return offscreen_probe_socket(AF_INET, SOCK_RAW, 1); }
OFFSCREEN_PROBE(socket_packet) { return offscreen_probe_socket(AF_PACKET, SOCK_RAW, 0); }
OFFSCREEN_PROBE(socket_vsock) { return offscreen_probe_socket(40 /* AF_VSOCK */, SOCK_STREAM, 0); }
OFFSCREEN_PROBE(io_uring) { return offscreen_probe_close(syscall(425 /* io_uring_setup */, 1, (char[120]){0})); }

// Programs and processes.
static char *const offscreen_probe_no_arguments[] = {(char *)"true", 0};
OFFSCREEN_PROBE(execute) {
  // In place of this process: where it is not refused, the answer that is missing says so.
  return syscall(SYS_execve, "/bin/true", offscreen_probe_no_arguments, offscreen_probe_no_arguments + 1);
}
OFFSCREEN_PROBE(execute_at) {
  return syscall(SYS_execveat, AT_FDCWD, "/bin/true", offscreen_probe_no_arguments, offscreen_probe_no_arguments + 1, 0);
}
OFFSCREEN_PROBE(execute_loader) {
  char *const arguments[] = {(char *)"ld", (char *)"/bin/true", 0};
  return syscall(SYS_execve, "/lib64/ld-linux-x86-64.so.2", arguments, arguments + 2);
}
OFFSCREEN_PROBE(memory_file) { return offscreen_probe_close(syscall(SYS_memfd_create, "probe", 0)); }
OFFSCREEN_PROBE(fork) { return offscreen_probe_child(syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0)); }
OFFSCREEN_PROBE(fork_with_clone3) {
  uint64_t arguments[11] = {0};
  arguments[4] = SIGCHLD;
  return offscreen_probe_child(syscall(435 /* clone3 */, arguments, sizeof arguments));
}
OFFSCREEN_PROBE(new_user_namespace) { return offscreen_probe_child(syscall(SYS_clone, SIGCHLD | CLONE_NEWUSER, 0, 0, 0, 0)); }
OFFSCREEN_PROBE(unshare) { return syscall(SYS_unshare, CLONE_NEWUSER); }
OFFSCREEN_PROBE(enter_namespace) { return syscall(SYS_setns, 0, 0); }
OFFSCREEN_PROBE(new_session) { return syscall(SYS_setsid); }
OFFSCREEN_PROBE(new_group) { return syscall(SYS_setpgid, 0, 0); }
OFFSCREEN_PROBE(signal_parent) { return syscall(SYS_kill, getppid(), 0); }
OFFSCREEN_PROBE(signal_group) { return syscall(SYS_kill, 0, 0); }
OFFSCREEN_PROBE(signal_thread_of_parent) { return syscall(SYS_tgkill, getppid(), getppid(), 0); }
OFFSCREEN_PROBE(trace) { return syscall(SYS_ptrace, 16 /* PTRACE_ATTACH */, getppid(), 0, 0); }
OFFSCREEN_PROBE(read_memory) { return syscall(SYS_process_vm_readv, getppid(), (void *)0, 0, (void *)0, 0, 0); }
OFFSCREEN_PROBE(process_descriptor) { return offscreen_probe_close(syscall(434 /* pidfd_open */, getppid(), 0)); }
OFFSCREEN_PROBE(limit_processor) { return offscreen_probe_limit(RLIMIT_CPU); }
OFFSCREEN_PROBE(limit_memory) { return offscreen_probe_limit(RLIMIT_DATA); }
OFFSCREEN_PROBE(limit_files) { return offscreen_probe_limit(RLIMIT_NOFILE); }
OFFSCREEN_PROBE(limit_file_size) { return offscreen_probe_limit(RLIMIT_FSIZE); }
OFFSCREEN_PROBE(limit_of_parent) { struct rlimit none; return syscall(SYS_prlimit64, getppid(), RLIMIT_CPU, (void *)0, &none); }
OFFSCREEN_PROBE(shared_memory) {
  long place = syscall(SYS_mmap, (void *)0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  return place < 0 && place > -4096 ? -1 : place;
}
OFFSCREEN_PROBE(shared_memory_segment) { return syscall(SYS_shmget, 0, 4096, 01600); }

// The machine.
OFFSCREEN_PROBE(take_capabilities) {
  struct { uint32_t version; int process; } header = {0x20080522, 0};
  uint32_t sets[6] = {~0u, ~0u, 0, ~0u, ~0u, 0};
  return syscall(SYS_capset, &header, sets);
}
OFFSCREEN_PROBE(become_root) { return syscall(SYS_setresuid, 0, 0, 0); }
OFFSCREEN_PROBE(load_module) { return syscall(SYS_init_module, "", 0, ""); }
OFFSCREEN_PROBE(load_kernel_program) { return offscreen_probe_close(syscall(SYS_bpf, 0, "", 0)); }
OFFSCREEN_PROBE(watch_processor) { return offscreen_probe_close(syscall(SYS_perf_event_open, (char[128]){0}, 0, -1, -1, 0)); }
OFFSCREEN_PROBE(keys) { return syscall(SYS_keyctl, 0, -3, 0, 0, 0); }
OFFSCREEN_PROBE(kernel_messages) { return syscall(SYS_syslog, 10, (void *)0, 0); }
OFFSCREEN_PROBE(page_faults) { return offscreen_probe_close(syscall(SYS_userfaultfd, 1)); }
OFFSCREEN_PROBE(set_host_name) { return syscall(SYS_sethostname, "x", 1); }
OFFSCREEN_PROBE(set_time) { return syscall(SYS_clock_settime, 0, (void *)0); }
OFFSCREEN_PROBE(watch_files) { return offscreen_probe_close(syscall(SYS_fanotify_init, 0, 0)); }
OFFSCREEN_PROBE(personality) { return syscall(SYS_personality, 0x0040000 /* ADDR_NO_RANDOMIZE */); }

static const OffscreenProbe offscreen_probes[] = {
    {"read a file of the user", offscreen_probe_read_secret},
    {"read the page's own file, past who loads", offscreen_probe_read_page},
    {"read /etc/passwd", offscreen_probe_read_passwords},
    {"read the machine's name", offscreen_probe_read_host_name},
    {"list /", offscreen_probe_list_root},
    {"list a folder of the user", offscreen_probe_list_secret},
    {"list /proc", offscreen_probe_list_processes},
    {"read the environment of process 1", offscreen_probe_read_environment_of_init},
    {"read the environment of the parent", offscreen_probe_read_environment_of_parent},
    {"open the memory of the parent", offscreen_probe_read_memory_of_parent},
    {"read /dev/kmsg", offscreen_probe_read_kernel_log},
    {"read a disk", offscreen_probe_read_disk},
    {"write a file of the user", offscreen_probe_write_secret},
    {"write the page's own file", offscreen_probe_write_page},
    {"make a file among the user's", offscreen_probe_write_beside_secret},
    {"make a file in the font cache", offscreen_probe_write_font_cache},
    {"make a file in /tmp", offscreen_probe_write_temporary},
    {"make a file in /dev/shm", offscreen_probe_write_shared_memory_file},
    {"make a folder", offscreen_probe_make_folder},
    {"make a symbolic link", offscreen_probe_make_link},
    {"make a device", offscreen_probe_make_device},
    {"remove a file of the user", offscreen_probe_remove_secret},
    {"change a file's mode", offscreen_probe_change_mode},
    {"change a file's owner", offscreen_probe_change_owner},
    {"change the root folder", offscreen_probe_change_root},
    {"mount a file system", offscreen_probe_mount},
    {"read a variable of the environment", offscreen_probe_read_variable},
    {"open a TCP socket", offscreen_probe_socket_tcp},
    {"open a UDP socket", offscreen_probe_socket_udp},
    {"open a TCP socket (IPv6)", offscreen_probe_socket_tcp6},
    {"open a UDP socket (IPv6)", offscreen_probe_socket_udp6},
    {"open a Unix socket", offscreen_probe_socket_unix},
    {"open a netlink socket", offscreen_probe_socket_netlink},
    {"open a raw socket", offscreen_probe_socket_raw},
    {"open a packet socket", offscreen_probe_socket_packet},
    {"open a socket to the host", offscreen_probe_socket_vsock},
    {"make an io_uring", offscreen_probe_io_uring},
    {"execute a program", offscreen_probe_execute},
    {"execute a program (execveat)", offscreen_probe_execute_at},
    {"execute the loader with a program", offscreen_probe_execute_loader},
    {"make a file in memory", offscreen_probe_memory_file},
    {"fork", offscreen_probe_fork},
    {"fork (clone3)", offscreen_probe_fork_with_clone3},
    {"fork into a user namespace", offscreen_probe_new_user_namespace},
    {"unshare a user namespace", offscreen_probe_unshare},
    {"enter a namespace", offscreen_probe_enter_namespace},
    {"leave the session", offscreen_probe_new_session},
    {"leave the process group", offscreen_probe_new_group},
    {"signal the parent", offscreen_probe_signal_parent},
    {"signal the process group", offscreen_probe_signal_group},
    {"signal a thread of the parent", offscreen_probe_signal_thread_of_parent},
    {"trace the parent", offscreen_probe_trace},
    {"read the memory of the parent", offscreen_probe_read_memory},
    {"hold the parent by a descriptor", offscreen_probe_process_descriptor},
    {"raise the limit on processor time", offscreen_probe_limit_processor},
    {"raise the limit on memory", offscreen_probe_limit_memory},
    {"raise the limit on open files", offscreen_probe_limit_files},
    {"raise the limit on file sizes", offscreen_probe_limit_file_size},
    {"read the limits of the parent", offscreen_probe_limit_of_parent},
    {"map shared memory", offscreen_probe_shared_memory},
    {"make a segment of shared memory", offscreen_probe_shared_memory_segment},
    {"take capabilities", offscreen_probe_take_capabilities},
    {"become root", offscreen_probe_become_root},
    {"load a kernel module", offscreen_probe_load_module},
    {"load a program into the kernel", offscreen_probe_load_kernel_program},
    {"watch the processor", offscreen_probe_watch_processor},
    {"use the kernel's keys", offscreen_probe_keys},
    {"read the kernel's messages", offscreen_probe_kernel_messages},
    {"handle page faults", offscreen_probe_page_faults},
    {"name the machine", offscreen_probe_set_host_name},
    {"set the clock", offscreen_probe_set_time},
    {"watch all files", offscreen_probe_watch_files},
    {"change the process's personality", offscreen_probe_personality},
};

static inline size_t offscreen_probe_count(void) { return sizeof offscreen_probes / sizeof offscreen_probes[0]; }
static inline const char *offscreen_probe_name(size_t index) { return offscreen_probes[index].name; }

// 0: refused by the seal. Else it succeeded (1), or the kernel looked at it and found another fault (2): the way is
// open. `error`: what was said.
static inline int offscreen_probe_run(size_t index, const OffscreenProbeTargets *targets, int *error) {
  errno = 0;
  long result = offscreen_probes[index].attempt(targets);
  *error = errno;
  if (result >= 0) return 1;
  return *error == EPERM || *error == EACCES || *error == ENOSYS || *error == ENOTTY ? 0 : 2;
}
