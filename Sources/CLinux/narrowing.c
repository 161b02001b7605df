// SPDX-License-Identifier: Apache-2.0
//
// A program that may write only beneath some folders, or may not use the network, started without systemd.
//
// Landlock's rules and seccomp's filters belong to a thread and pass to the processes that it starts. So a thread is made
// for the purpose: it narrows itself, starts the program, and ends. The daemon's own thread stays as it is.
#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/syscall.h>

#ifndef LANDLOCK_ACCESS_FS_REFER
#define LANDLOCK_ACCESS_FS_REFER (1ULL << 13)
#endif
#ifndef LANDLOCK_ACCESS_FS_TRUNCATE
#define LANDLOCK_ACCESS_FS_TRUNCATE (1ULL << 14)
#endif

#if defined(__x86_64__)
#define OWN_ARCHITECTURE AUDIT_ARCH_X86_64
#define FOREIGN_CALLS 0x40000000
#elif defined(__aarch64__)
#define OWN_ARCHITECTURE AUDIT_ARCH_AARCH64
#define FOREIGN_CALLS 0x80000000
#endif

/// Everything that changes a file or a folder.
#define WRITING                                                                                               \
    (LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_REMOVE_DIR | LANDLOCK_ACCESS_FS_REMOVE_FILE |         \
     LANDLOCK_ACCESS_FS_MAKE_CHAR | LANDLOCK_ACCESS_FS_MAKE_DIR | LANDLOCK_ACCESS_FS_MAKE_REG |               \
     LANDLOCK_ACCESS_FS_MAKE_SOCK | LANDLOCK_ACCESS_FS_MAKE_FIFO | LANDLOCK_ACCESS_FS_MAKE_BLOCK |            \
     LANDLOCK_ACCESS_FS_MAKE_SYM | LANDLOCK_ACCESS_FS_REFER | LANDLOCK_ACCESS_FS_TRUNCATE)

static int allow(int rules, const char *path, uint64_t access) {
    struct landlock_path_beneath_attr rule = {.allowed_access = access};
    rule.parent_fd = open(path, O_PATH | O_CLOEXEC);
    if (rule.parent_fd < 0) return errno;
    int code = syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0U) < 0 ? errno : 0;
    close(rule.parent_fd);
    return code;
}

/// What every program may write to, as that is no writing to a disk. Not all of /dev: people's files can lie in /dev/shm.
static const char *const devices[] = {
    "/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom", "/dev/tty", "/dev/ptmx", "/dev/pts", NULL,
};

static int allow_devices(int rules) {
    int code = 0;
    for (const char *const *device = devices; code == 0 && *device != NULL; device++) {
        code = allow(rules, *device, LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_TRUNCATE);
        // A container need not have each of them.
        if (code == ENOENT) code = 0;
    }
    return code;
}

static int narrow_files(const char *const *folders) {
    long version = syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
    // Truncating could not be kept from before the third version (Linux 6.2), so less would be promised than kept.
    if (version < 3) return version < 0 ? errno : EOPNOTSUPP;
    struct landlock_ruleset_attr attributes = {.handled_access_fs = WRITING};
    int rules = (int)syscall(SYS_landlock_create_ruleset, &attributes, sizeof attributes.handled_access_fs, 0U);
    if (rules < 0) return errno;
    int code = allow_devices(rules);
    for (; code == 0 && *folders != NULL; folders++) code = allow(rules, *folders, WRITING);
    if (code == 0 && syscall(SYS_landlock_restrict_self, rules, 0U) < 0) code = errno;
    close(rules);
    return code;
}

/// No sockets but those of this machine's own (AF_UNIX), and no io_uring, which makes sockets by itself.
static int narrow_network(void) {
#ifndef OWN_ARCHITECTURE
    return EOPNOTSUPP;
#else
#define FIELD(name) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, name))
#define IS(value, yes, no) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, yes, no)
    struct sock_filter filter[] = {
        FIELD(arch),
        IS(OWN_ARCHITECTURE, 0, 7),
        FIELD(nr),
        BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, FOREIGN_CALLS, 5, 0),
        IS(SYS_io_uring_setup, 4, 0),
        IS(SYS_socket, 0, 2),
        FIELD(args[0]),
        IS(AF_UNIX, 0, 2),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EAFNOSUPPORT),
    };
    struct sock_fprog program = {.len = sizeof filter / sizeof *filter, .filter = filter};
    return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0U, &program) < 0 ? errno : 0;
#endif
}

struct errand {
    const struct linux_narrowing *narrowing;
    pid_t *process;
    const char *program;
    const posix_spawn_file_actions_t *actions;
    const posix_spawnattr_t *attributes;
    char *const *arguments, *const *environment;
    int code;
};

static void *run(void *argument) {
    struct errand *errand = argument;
    const struct linux_narrowing *narrowing = errand->narrowing;
    errand->code = prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0 ? errno : 0;
    if (errand->code == 0 && narrowing->folders != NULL) errand->code = narrow_files(narrowing->folders);
    if (errand->code == 0 && !narrowing->network) errand->code = narrow_network();
    if (errand->code != 0) return argument;
    errand->code = posix_spawn(errand->process, errand->program, errand->actions, errand->attributes, errand->arguments,
                               errand->environment);
    return NULL;
}

int linux_spawn_narrowed(const struct linux_narrowing *narrowing, pid_t *process, const char *program,
                         const posix_spawn_file_actions_t *actions, const posix_spawnattr_t *attributes,
                         char *const *arguments, char *const *environment, int *is_narrowed) {
    struct errand errand = {narrowing, process, program, actions, attributes, arguments, environment, 0};
    pthread_t thread;
    void *failed = NULL;
    int code = pthread_create(&thread, NULL, run, &errand);
    if (code == 0) pthread_join(thread, &failed);
    *is_narrowed = code == 0 && failed == NULL;
    return code != 0 ? code : errand.code;
}
