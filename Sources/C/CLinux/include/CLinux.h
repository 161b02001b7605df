// SPDX-License-Identifier: Apache-2.0
// What Swift's Glibc module lacks: Linux's own headers, and calls that have no glibc wrapper.
// Without _GNU_SOURCE: the compiler refuses two modules in which glibc's types differ (fd_set does, by that macro), and
// Swift's own Glibc module and CGIO are made without it.
#pragma once
#include <fcntl.h>
#include <fts.h>
#include <malloc.h>
#include <pthread.h>
#include <spawn.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/timerfd.h>
#include <sys/types.h>
#include <sys/un.h>
#include <sys/vfs.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

#ifndef O_PATH
#define O_PATH __O_PATH
#endif
#ifndef POSIX_SPAWN_SETSID
#define POSIX_SPAWN_SETSID 0x80
#endif

/// The peer of a Unix socket, as it was at connect(2).
struct linux_peer {
    pid_t pid;
    uid_t uid;
    /// The login user of its process (audit's loginuid); -1 if there is none, or the process has ended.
    uid_t login;
    /// The outermost pid namespace around its process that is not around this one; 0 if there is none, or it is not known.
    uint64_t sandbox;
};

/// Returns 0, or -1 with errno.
int linux_peer_credentials(int descriptor, struct linux_peer *peer);

/// openat2(2) with resolution kept beneath `directory`, following no link at all. Returns a descriptor, or -1 with errno.
int linux_open_beneath(int directory, const char *path, uint64_t flags);

/// ioctl_ficlone(2): has a file share another one's data until one of the two changes. -1 with errno.
int linux_clone(int file, int source);

/// lseek(2)'s SEEK_DATA and SEEK_HOLE.
enum { LINUX_SEEK_DATA = 3, LINUX_SEEK_HOLE = 4 };

/// renameat2(2) with RENAME_EXCHANGE: both names exist before and after, and change places at once.
int linux_exchange(int old_directory, const char *old_path, int new_directory, const char *new_path);

/// accept4(2) with SOCK_CLOEXEC | SOCK_NONBLOCK.
int linux_accept(int descriptor);

/// A stream socket bound to (or connected with) `path`; -1 with errno, ENAMETOOLONG past sun_path.
int linux_unix_bind(int descriptor, const char *path);
int linux_unix_connect(int descriptor, const char *path);

/// Sends one datagram to the socket at `address` (a path, or '@' and an abstract name), with the descriptor `passed` unless
/// that is negative. Never waits: -1 with errno, EAGAIN where the receiver's queue is full.
int linux_send_datagram(const char *address, const void *bytes, size_t count, int passed);

/// A file in memory that holds `bytes`, sealed against changes, read from its beginning. -1 with errno.
int linux_sealed_file(const char *name, const void *bytes, size_t count);

/// An empty file in memory, to be written and read. -1 with errno.
int linux_memory_file(const char *name);

/// splice(2) without blocking, up to `count` bytes from a pipe into a file at its position. Returns their number, 0 at the
/// pipe's end, or -1 with errno.
ssize_t linux_splice(int pipe, int file, size_t count);

/// fallocate(2): room for `count` bytes of a file, whose size stays. Returns 0, or -1 with errno.
int linux_reserve(int file, size_t count);

/// sched_setattr(2) of the calling thread: a policy, so much more of niceness, and a slice in nanoseconds (0: the kernel's;
/// Linux 6.12), which child processes and new threads do not inherit where it is set. Returns 0, or -1 with errno.
int linux_schedule(int policy, int niceness, uint64_t slice);
enum { LINUX_SCHED_NORMAL = 0, LINUX_SCHED_BATCH = 3 };

/// Names the calling thread for top(1) and the like, in up to 15 bytes.
void linux_name_thread(const char *name);

/// gettid(2).
pid_t linux_thread_id(void);

/// pthread_clockjoin_np(3): 0, or an error number; `time` is of CLOCK_MONOTONIC.
int linux_join(pthread_t thread, const struct timespec *time);

/// pidfd_open(2): readable when the process has ended. -1 with errno.
int linux_pidfd_open(pid_t process);

/// A folder for the new process, and no descriptors beside the first three (posix_spawn_file_actions_addchdir_np and
/// …_addclosefrom_np).
int linux_spawn_in_folder(posix_spawn_file_actions_t *actions, const char *folder);

/// sigabbrev_np(3): a signal's name without "SIG"; NULL where it has none.
const char *linux_signal_name(int signal);

/// The standard error stream, which Swift 6 withholds as a global variable.
FILE *linux_stderr(void);
