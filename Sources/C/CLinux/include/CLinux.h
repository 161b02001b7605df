// SPDX-License-Identifier: Apache-2.0 Linux headers and system calls that Swift's Glibc module lacks.
// _GNU_SOURCE is not defined: it changes glibc types such as fd_set, and the compiler rejects two modules
// that define a type differently; Swift's Glibc module and CGIO are built without it.
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

/// The peer of a Unix socket. `pid` and `uid` are those of connect(2); `login` and `sandbox` are read from
/// /proc later.
struct linux_peer {
    pid_t pid;
    uid_t uid;
    /// The process's login user (audit's loginuid); -1 if it has none, or it is unknown because the process
    /// has ended.
    uid_t login;
    /// Inode number of the outermost pid namespace that contains the peer's process but not this one; 0 if
    /// there is none, or it is unknown.
    uint64_t sandbox;
};

/// Returns 0, or -1 with errno.
int linux_peer_credentials(int descriptor, struct linux_peer *peer);

/// openat2(2) that stays beneath `directory` and follows no symbolic link. Returns a descriptor, or -1 with
/// errno.
int linux_open_beneath(int directory, const char *path, uint64_t flags);

/// ioctl_ficlone(2): makes `file` share the data of `source` until one of them changes. Returns 0, or -1 with
/// errno.
int linux_clone(int file, int source);

/// lseek(2)'s SEEK_DATA and SEEK_HOLE.
enum { LINUX_SEEK_DATA = 3, LINUX_SEEK_HOLE = 4 };

/// renameat2(2) with RENAME_EXCHANGE: atomically exchanges two existing names. Returns 0, or -1 with errno.
int linux_exchange(int old_directory, const char *old_path, int new_directory, const char *new_path);

/// accept4(2) with SOCK_CLOEXEC | SOCK_NONBLOCK. Returns a descriptor, or -1 with errno.
int linux_accept(int descriptor);

/// Bind or connect a Unix socket. Return 0, or -1 with errno: ENAMETOOLONG if `path` does not fit sun_path.
int linux_unix_bind(int descriptor, const char *path);
int linux_unix_connect(int descriptor, const char *path);

/// Sends one datagram to the socket at `address` (a path, or '@' and an abstract name), with the descriptor
/// `passed` unless that is negative. Never blocks. Returns 0, or -1 with errno: EAGAIN if the receiver's
/// queue is full.
int linux_send_datagram(const char *address, const void *bytes, size_t count, int passed);

/// Creates a sealed memory file that holds `bytes`, positioned at its start. Returns a descriptor, or -1 with
/// errno.
int linux_sealed_file(const char *name, const void *bytes, size_t count);

/// Creates an empty memory file. Returns a descriptor, or -1 with errno.
int linux_memory_file(const char *name);

/// Moves up to `count` bytes from a pipe to a file at its position (splice(2)); does not wait for the pipe.
/// Returns their number, 0 at the end of the pipe, or -1 with errno.
ssize_t linux_splice(int pipe, int file, size_t count);

/// Allocates space for the first `count` bytes of a file, keeping its size (fallocate(2)). Returns 0, or -1
/// with errno.
int linux_reserve(int file, size_t count);

/// Sets the calling thread's policy, adds `niceness` to its nice value, and sets its slice in nanoseconds (0:
/// the kernel's default; honoured since Linux 6.12). Child processes and new threads do not inherit a slice.
/// Returns 0, or -1 with errno (sched_setattr(2)).
int linux_schedule(int policy, int niceness, uint64_t slice);
enum { LINUX_SCHED_NORMAL = 0, LINUX_SCHED_BATCH = 3 };

/// Names the calling thread for top(1) and the like. A name of more than 15 bytes is ignored.
void linux_name_thread(const char *name);

/// gettid(2).
pid_t linux_thread_id(void);

/// pthread_clockjoin_np(3): 0, or an error number; `time` is of CLOCK_MONOTONIC.
int linux_join(pthread_t thread, const struct timespec *time);

/// pidfd_open(2): returns a descriptor that is readable once the process has ended, or -1 with errno.
int linux_pidfd_open(pid_t process);

/// Makes the new process start in `folder` with only descriptors 0 to 2 open. Returns 0 or an error number.
int linux_spawn_in_folder(posix_spawn_file_actions_t *actions, const char *folder);

/// A signal's name without "SIG"; NULL if it has none (sigabbrev_np(3)).
const char *linux_signal_name(int signal);

/// The standard error stream; Swift 6 rejects the global variable as shared mutable state.
FILE *linux_stderr(void);
