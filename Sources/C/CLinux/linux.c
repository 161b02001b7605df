// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <linux/nsfs.h>
#include <linux/openat2.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>

#ifndef SO_PEERPIDFD
#define SO_PEERPIDFD 77
#endif

static uid_t login_of(pid_t process) {
    char path[64], text[16] = "";
    snprintf(path, sizeof path, "/proc/%d/loginuid", (int)process);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return (uid_t)-1;
    ssize_t length = read(file, text, sizeof text - 1);
    close(file);
    return length > 0 ? (uid_t)strtoul(text, NULL, 10) : (uid_t)-1;
}

/// Identifies a sandbox by its outermost pid namespace: a process cannot leave its own, and those that it
/// creates are nested inside.
static uint64_t sandbox_of(pid_t process) {
    char path[64];
    struct stat own, status;
    uint64_t outermost = 0;
    snprintf(path, sizeof path, "/proc/%d/ns/pid", (int)process);
    if (stat("/proc/self/ns/pid", &own) < 0) return 0;
    int namespace = open(path, O_RDONLY | O_CLOEXEC);
    while (namespace >= 0 && fstat(namespace, &status) == 0 && status.st_ino != own.st_ino) {
        outermost = status.st_ino;
        int parent = ioctl(namespace, NS_GET_PARENT);
        close(namespace);
        namespace = parent;
    }
    if (namespace >= 0) close(namespace);
    return outermost;
}

int linux_peer_credentials(int descriptor, struct linux_peer *peer) {
    struct ucred credentials;
    socklen_t size = sizeof credentials;
    if (getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &size) < 0) return -1;
    *peer = (struct linux_peer){credentials.pid, credentials.uid, login_of(credentials.pid), sandbox_of(credentials.pid)};
    // The pid may have been reused by now. Kernels before 6.5 cannot tell, nor can any without a free descriptor.
    int process = -1;
    size = sizeof process;
    int refused = getsockopt(descriptor, SOL_SOCKET, SO_PEERPIDFD, &process, &size);
    if (refused < 0 && errno == ENOPROTOOPT) return 0;
    if ((refused < 0 || syscall(SYS_pidfd_send_signal, process, 0, NULL, 0) < 0) && errno == ESRCH) {
        peer->login = (uid_t)-1;
        peer->sandbox = 0;
    }
    if (refused == 0) close(process);
    return 0;
}

int linux_open_beneath(int directory, const char *path, uint64_t flags) {
    struct open_how how = {.flags = flags, .resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS};
    return (int)syscall(SYS_openat2, directory, path, &how, sizeof how);
}

int linux_clone(int file, int source) { return ioctl(file, FICLONE, source); }

int linux_exchange(int old_directory, const char *old_path, int new_directory, const char *new_path) {
    return renameat2(old_directory, old_path, new_directory, new_path, RENAME_EXCHANGE);
}

int linux_schedule(int policy, int niceness, uint64_t slice) {
    // struct sched_attr, which glibc defines since 2.41.
    struct {
        uint32_t size, policy;
        uint64_t flags;
        int32_t nice;
        uint32_t priority;
        uint64_t runtime, deadline, period;
    } attributes = {
        .size = sizeof attributes,
        .policy = policy,
        .flags = slice > 0 ? 1 : 0, // SCHED_FLAG_RESET_ON_FORK
        .nice = getpriority(PRIO_PROCESS, 0) + niceness,
        .runtime = slice,
    };
    return (int)syscall(SYS_sched_setattr, 0, &attributes, 0);
}

void linux_name_thread(const char *name) { pthread_setname_np(pthread_self(), name); }
pid_t linux_thread_id(void) { return gettid(); }
int linux_join(pthread_t thread, const struct timespec *time) { return pthread_clockjoin_np(thread, NULL, CLOCK_MONOTONIC, time); }

int linux_accept(int descriptor) { return accept4(descriptor, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK); }

static int unix_address(struct sockaddr_un *address, const char *path) {
    size_t length = strlen(path);
    if (length >= sizeof address->sun_path) {
        errno = ENAMETOOLONG;
        return -1;
    }
    memset(address, 0, sizeof *address);
    address->sun_family = AF_UNIX;
    memcpy(address->sun_path, path, length + 1);
    return 0;
}

int linux_unix_bind(int descriptor, const char *path) {
    struct sockaddr_un address;
    if (unix_address(&address, path) < 0) return -1;
    return bind(descriptor, (struct sockaddr *)&address, sizeof address);
}

int linux_unix_connect(int descriptor, const char *path) {
    struct sockaddr_un address;
    if (unix_address(&address, path) < 0) return -1;
    return connect(descriptor, (struct sockaddr *)&address, sizeof address);
}

int linux_send_datagram(const char *address, const void *bytes, size_t count, int passed) {
    struct sockaddr_un name;
    if (unix_address(&name, address) < 0) return -1;
    socklen_t size = sizeof name;
    if (address[0] == '@') {
        name.sun_path[0] = 0;
        size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + strlen(address));
    }
    struct iovec part = {.iov_base = (void *)bytes, .iov_len = count};
    union {
        struct cmsghdr header;
        char space[CMSG_SPACE(sizeof(int))];
    } control = {.header = {.cmsg_len = CMSG_LEN(sizeof(int)), .cmsg_level = SOL_SOCKET, .cmsg_type = SCM_RIGHTS}};
    struct msghdr message = {.msg_name = &name, .msg_namelen = size, .msg_iov = &part, .msg_iovlen = 1};
    if (passed >= 0) {
        memcpy(CMSG_DATA(&control.header), &passed, sizeof passed);
        message.msg_control = &control;
        message.msg_controllen = sizeof control;
    }
    int descriptor = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (descriptor < 0) return -1;
    ssize_t sent = sendmsg(descriptor, &message, MSG_DONTWAIT | MSG_NOSIGNAL);
    int code = errno;
    close(descriptor);
    errno = code;
    return sent < 0 ? -1 : 0;
}

static int write_all(int file, const char *bytes, size_t count) {
    while (count > 0) {
        ssize_t written = write(file, bytes, count);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return -1;
        bytes += written;
        count -= (size_t)written;
    }
    return 0;
}

int linux_sealed_file(const char *name, const void *bytes, size_t count) {
    int file = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (file < 0) return -1;
    if (write_all(file, bytes, count) < 0 || lseek(file, 0, SEEK_SET) < 0 ||
        fcntl(file, F_ADD_SEALS, F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE) < 0) {
        int code = errno;
        close(file);
        errno = code;
        return -1;
    }
    return file;
}

int linux_memory_file(const char *name) { return memfd_create(name, MFD_CLOEXEC); }

ssize_t linux_splice(int pipe, int file, size_t count) {
    return splice(pipe, NULL, file, NULL, count, SPLICE_F_NONBLOCK);
}

int linux_reserve(int file, size_t count) { return fallocate(file, FALLOC_FL_KEEP_SIZE, 0, (off_t)count); }

int linux_pidfd_open(pid_t process) { return (int)syscall(SYS_pidfd_open, process, 0); }

int linux_spawn_in_folder(posix_spawn_file_actions_t *actions, const char *folder) {
    int code = posix_spawn_file_actions_addchdir_np(actions, folder);
    return code != 0 ? code : posix_spawn_file_actions_addclosefrom_np(actions, 3);
}

const char *linux_signal_name(int signal) { return sigabbrev_np(signal); }

FILE *linux_stderr(void) { return stderr; }
