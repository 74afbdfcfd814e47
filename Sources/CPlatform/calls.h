#pragma once
#include <stdint.h>
#include <sys/syscall.h>

// The system calls that a renderer may make, whatever their arguments.
static const uint16_t offscreen_allowed_calls[] = {
    // Files: which of them, and whether they may be written, is not for this list to say.
    SYS_read, SYS_write, SYS_pread64, SYS_pwrite64, SYS_readv, SYS_writev, SYS_preadv, SYS_pwritev, SYS_lseek,
    SYS_openat, SYS_close, SYS_fstat, SYS_newfstatat, SYS_faccessat, SYS_readlinkat, SYS_getdents64, SYS_fcntl,
    SYS_dup, SYS_dup3, SYS_flock, SYS_fadvise64, SYS_readahead, SYS_statfs, SYS_fstatfs, SYS_getcwd, SYS_getxattr,
    SYS_lgetxattr, SYS_fgetxattr, SYS_listxattr, SYS_llistxattr, SYS_flistxattr, SYS_umask, SYS_ftruncate, SYS_fsync,
    SYS_fdatasync, SYS_fallocate, SYS_mkdirat, SYS_linkat, SYS_unlinkat, SYS_sendfile,
    // Memory.
    SYS_mprotect, SYS_munmap, SYS_mremap, SYS_madvise, SYS_brk, SYS_mincore, SYS_msync, SYS_mlock,
    SYS_munlock,
    // Threads, children and the end.
    SYS_futex, SYS_set_robust_list, SYS_get_robust_list, SYS_set_tid_address, SYS_gettid, SYS_getpid, SYS_getppid,
    SYS_sched_yield, SYS_sched_getaffinity, SYS_sched_getparam, SYS_sched_getscheduler, SYS_sched_get_priority_max,
    SYS_sched_get_priority_min, SYS_getpriority, SYS_setpriority, SYS_exit, SYS_exit_group, SYS_wait4, SYS_waitid,
    SYS_chdir, SYS_fchdir,
    // Signals to itself.
    SYS_rt_sigaction, SYS_rt_sigprocmask, SYS_rt_sigreturn, SYS_rt_sigsuspend, SYS_rt_sigtimedwait,
    SYS_rt_sigpending, SYS_sigaltstack, SYS_restart_syscall,
    // Time.
    SYS_nanosleep, SYS_clock_nanosleep, SYS_clock_gettime, SYS_clock_getres, SYS_gettimeofday, SYS_timerfd_create,
    SYS_timerfd_settime, SYS_timerfd_gettime, SYS_timer_create, SYS_timer_settime, SYS_timer_gettime,
    SYS_timer_delete, SYS_getitimer, SYS_setitimer, SYS_times,
    // Waiting for files.
    SYS_ppoll, SYS_pselect6, SYS_epoll_create1, SYS_epoll_ctl, SYS_epoll_pwait, SYS_eventfd2, SYS_pipe2,
    // What the process is, and where.
    SYS_getuid, SYS_geteuid, SYS_getgid, SYS_getegid, SYS_getresuid, SYS_getresgid, SYS_getgroups, SYS_getpgid,
    SYS_getsid, SYS_uname, SYS_sysinfo, SYS_getrlimit, SYS_getrusage, SYS_getcpu, SYS_getrandom,
    // Narrowing its own rights further, and the same for a child: these two and Landlock's three.
    SYS_prctl, SYS_seccomp, 444, 445, 446,

    // Calls younger than the headers may be; up from 424, numbers are the same on every architecture.
    436 /* close_range */, 437 /* openat2 */, 439 /* faccessat2 */, 441 /* epoll_pwait2 */, 449 /* futex_waitv */,
#ifdef SYS_rseq
    SYS_rseq,
#endif
#ifdef SYS_statx
    SYS_statx,
#endif
#ifdef SYS_membarrier
    SYS_membarrier,
#endif
#ifdef SYS_copy_file_range
    SYS_copy_file_range,
#endif
#ifdef SYS_preadv2
    SYS_preadv2, SYS_pwritev2,
#endif
#ifdef SYS_renameat
    SYS_renameat,
#endif
#ifdef SYS_renameat2
    SYS_renameat2,
#endif
#ifdef SYS_riscv_flush_icache
    SYS_riscv_flush_icache,
#endif
#ifdef __x86_64__
    // What younger architectures have only in a newer form.
    SYS_open, SYS_creat, SYS_stat, SYS_lstat, SYS_access, SYS_readlink, SYS_getdents, SYS_dup2, SYS_mkdir,
    SYS_link, SYS_rename, SYS_unlink, SYS_time, SYS_alarm, SYS_pause, SYS_poll, SYS_select, SYS_epoll_create, SYS_epoll_wait, SYS_eventfd,
    SYS_pipe, SYS_getpgrp, SYS_arch_prctl,
#endif
};
