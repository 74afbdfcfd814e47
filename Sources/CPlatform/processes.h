#pragma once
#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

// Swift does not import fork(): of several threads, only the caller's goes on in the child. Here there is one. The child
// ends with its parent.
static inline pid_t offscreen_fork(void) {
  pid_t parent = getpid();
  pid_t child = fork();
  if (child == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(1);
  }
  return child;
}

// Waits for a child. Its exit status, or minus the signal that ended it.
static inline int offscreen_wait(pid_t child) {
  int status = 0;
  while (waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) return 1;
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

// The same without waiting: 0 while it runs, -1 where there is no such child; else 1, and its status.
static inline int offscreen_has_ended(pid_t child, int *ending) {
  int status = 0;
  pid_t found;
  do found = waitpid(child, &status, WNOHANG);
  while (found < 0 && errno == EINTR);
  if (found <= 0) return (int)found;
  *ending = WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
  return 1;
}

// In a child that starts a program: a process group of its own, and no open file but its standard streams.
static inline void offscreen_keep_streams_alone(void) {
  setpgid(0, 0);
  syscall(436 /* close_range */, 3u, ~0u, 0u);
}

// Connects a socket of the Unix kind. 0 where nobody listens there.
static inline int offscreen_connect(int descriptor, const char *path) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  if (strlen(path) >= sizeof address.sun_path) return 0;
  strcpy(address.sun_path, path);
  return connect(descriptor, (struct sockaddr *)&address, sizeof address) == 0;
}

// What a child gets once its parent is gone; 0 for nothing.
static inline void offscreen_set_death_signal(int number) { prctl(PR_SET_PDEATHSIG, number); }

// A pipe that programs which are started do not inherit. 0 where that fails.
static inline int offscreen_pipe(int ends[2]) { return syscall(SYS_pipe2, ends, 02000000 /* O_CLOEXEC */) == 0; }

// Gives up all capabilities but some, by their bits: for this process, and for programs that it might start.
// https://man7.org/linux/man-pages/man7/capabilities.7.html
static inline void offscreen_drop_capabilities(uint64_t kept) {
  struct { uint32_t version; int process; } header = {0x20080522, 0};
  struct { uint32_t effective, permitted, inheritable; } sets[2];
  for (int i = 0; i < 64; i++) {
    // What is not there ends the list; who may not drop it does not have it either. To ask costs a tenth of dropping.
    int is_held = prctl(PR_CAPBSET_READ, i, 0, 0, 0);
    if (is_held < 0 && errno == EINVAL) break;
    if (is_held > 0 && !(kept >> i & 1)) prctl(PR_CAPBSET_DROP, i, 0, 0, 0);
  }
  prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
  if (syscall(SYS_capget, &header, sets) != 0) return;
  for (int i = 0; i < 2; i++) {
    uint32_t mask = (uint32_t)(kept >> (32 * i));
    sets[i].effective &= mask;
    sets[i].permitted &= mask;
    sets[i].inheritable = 0;
  }
  syscall(SYS_capset, &header, sets);
}

// Gives up the capability to raise the priority of threads (CAP_SYS_NICE): for the calling thread and those that it
// starts.
static inline void offscreen_give_up_raising_priority(void) {
  struct { uint32_t version; int process; } header = {0x20080522, 0};
  struct { uint32_t effective, permitted, inheritable; } sets[2];
  if (syscall(SYS_capget, &header, sets) != 0) return;
  uint32_t bit = 1u << 23;
  if (!((sets[0].effective | sets[0].permitted) & bit)) return;
  sets[0].effective &= ~bit;
  sets[0].permitted &= ~bit;
  syscall(SYS_capset, &header, sets);
}

// Sends some bytes with a file descriptor over a socket of the Unix kind, as one message. 0 where that fails.
static inline int offscreen_send_descriptor(int socket, const void *bytes, size_t count, int descriptor) {
  struct iovec part = {(void *)bytes, count};
  union { struct cmsghdr header; char room[CMSG_SPACE(sizeof(int))]; } control;
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
  memset(&control, 0, sizeof control);
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(sizeof(int));
  memcpy(CMSG_DATA(header), &descriptor, sizeof(int));
  return sendmsg(socket, &message, MSG_NOSIGNAL) == (ssize_t)count;
}

// Receives such a message. The descriptor, or -1 where there is none; `received` is how many bytes there were, 0 at the
// end.
static inline int offscreen_receive_descriptor(int socket, void *bytes, size_t count, long *received) {
  struct iovec part = {bytes, count};
  union { struct cmsghdr header; char room[CMSG_SPACE(sizeof(int))]; } control;
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
  int descriptor = -1;
  while ((*received = recvmsg(socket, &message, MSG_CMSG_CLOEXEC)) < 0 && errno == EINTR) {}
  struct cmsghdr *header = *received < 0 ? 0 : CMSG_FIRSTHDR(&message);
  if (header && header->cmsg_level == SOL_SOCKET && header->cmsg_type == SCM_RIGHTS &&
      header->cmsg_len == CMSG_LEN(sizeof(int)))
    memcpy(&descriptor, CMSG_DATA(header), sizeof(int));
  return descriptor;
}
