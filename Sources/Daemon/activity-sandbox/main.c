// SPDX-License-Identifier: Apache-2.0
//
// Runs a program in a sandbox made by bubblewrap (bwrap(1)), and ends as the program does.
//
//     activity-sandbox BWRAP OPTIONS -- [FOLDER...] -- PROGRAM NAME [ARGUMENT...]
//
// OPTIONS is a file with bubblewrap's options, each terminated by NUL: they name the shared files, and other
// users can read the arguments of a process. The program may write to existing files only beneath the
// FOLDERs; without any, wherever the mounts allow it.
//
// Two processes add what bubblewrap lacks:
//
//     outside    starts bubblewrap, reports with sd_notify(3) whether the program runs (READY=1, else
//                STATUS= with the reason), and ends with the program's exit status or by its signal
//     inside     is the first process of the sandbox: it starts the program under a seccomp filter and
//                Landlock rules, waits for it, and then for every process that the program leaves running
//
// bubblewrap reports 137 for a program that was killed as for one that exits with 137, and an ordinary
// failure for one that could not be executed. Here the inner process reports the difference through a pipe
// that the program does not inherit. The program cannot interfere with either process: the outer one is
// outside its namespaces, and the inner one cannot be traced.
//
//     activity-sandbox --alone BWRAP OPTIONS -- [FOLDER...] -- PROGRAM NAME [ARGUMENT...]
//
// kills every process that the program leaves running when it ends, and ends only once all are gone. The
// program works in the background: at a low priority, and with limits on its memory and on the size of its
// files.
//
//     activity-sandbox --whole BWRAP OPTIONS -- [FOLDER...] -- PROGRAM NAME [ARGUMENT...]
//
// kills and ends likewise, without the low priority and the limits: the person is waiting for the result.
//
//     activity-sandbox --each
//
// runs several programs one after another, with --together side by side (each.c); it makes no sandbox of its
// own.
#define _GNU_SOURCE
#include "each.h"
#include "supervisor.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/landlock.h>
#include <sched.h>
#include <seccomp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef LANDLOCK_ACCESS_FS_REFER
#define LANDLOCK_ACCESS_FS_REFER (1ULL << 13)
#endif

/// A message from the inner process to the outer one.
struct word {
    enum { RUNS, REFUSED, ENDED } kind;
    /// An errno for `REFUSED`, a status from wait(2) for `ENDED`.
    int value;
};

/// Descriptors of the inner process beside the first three: the pipe to the outer process, and the real
/// standard error. Descriptor 2 carries bubblewrap's messages until the inner process restores it.
enum { CHANNEL = 10, ERRORS = 11, MESSAGE_BYTES = 1024 };

static const char inside[] = "--inside";
static const char inside_alone[] = "--inside-alone";
static const char alone[] = "--alone";
static const char whole[] = "--whole";
static const char separator[] = "--";

static int read_word(int file, struct word *word) {
    ssize_t count;
    do count = read(file, word, sizeof *word);
    while (count < 0 && errno == EINTR);
    return count == sizeof *word;
}

// MARK: Inside

static int deny(scmp_filter_ctx filter, int error, const char *name, unsigned count, struct scmp_arg_cmp *arguments) {
    int call = seccomp_syscall_resolve_name(name);
    // The architecture has no such call.
    if (call == __NR_SCMP_ERROR) return 0;
    return seccomp_rule_add_array(filter, SCMP_ACT_ERRNO(error), call, count, arguments);
}

/// Allows the network's families, because a sandbox without network access has an empty network namespace;
/// and of AF_UNIX only datagrams, which carry progress. Stream sockets are denied: through them the program
/// could reach a bus, a display or an agent, since a read-only mount does not prevent connect(2), and
/// abstract names are in no file system. All other families are denied: AF_VSOCK, for one, reaches a virtual
/// machine's host from any network namespace.
static int deny_sockets(scmp_filter_ctx filter) {
    static const int families[] = {AF_UNIX, AF_INET, AF_INET6, AF_NETLINK};
    int code = 0, last = 0;
    for (size_t index = 0; index < sizeof families / sizeof *families; index++) {
        for (int family = last + 1; code == 0 && family < families[index]; family++)
            code = deny(filter, EAFNOSUPPORT, "socket", 1, (struct scmp_arg_cmp[]){SCMP_A0(SCMP_CMP_EQ, family)});
        last = families[index];
    }
    if (code == 0) code = deny(filter, EAFNOSUPPORT, "socket", 1, (struct scmp_arg_cmp[]){SCMP_A0(SCMP_CMP_GT, last)});
    static const int types[] = {SOCK_STREAM, SOCK_SEQPACKET};
    for (size_t index = 0; code == 0 && index < sizeof types / sizeof *types; index++)
        code = deny(filter, EACCES, "socket", 2,
                    (struct scmp_arg_cmp[]){SCMP_A0(SCMP_CMP_EQ, AF_UNIX), SCMP_A1(SCMP_CMP_MASKED_EQ, 0xF, types[index])});
    return code;
}

/// Denies user namespaces, which would give the program capabilities again. A filter cannot read the flags of
/// clone3(2), which are in memory, so it fails with ENOSYS; libraries then fall back to clone(2).
static int deny_namespaces(scmp_filter_ctx filter) {
#if defined(__s390x__)
    struct scmp_arg_cmp flags = SCMP_A1(SCMP_CMP_MASKED_EQ, CLONE_NEWUSER, CLONE_NEWUSER);
#else
    struct scmp_arg_cmp flags = SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_NEWUSER, CLONE_NEWUSER);
#endif
    int code = deny(filter, EPERM, "clone", 1, &flags);
    if (code == 0) code = deny(filter, ENOSYS, "clone3", 0, NULL);
    struct scmp_arg_cmp shared = SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_NEWUSER, CLONE_NEWUSER);
    return code != 0 ? code : deny(filter, EPERM, "unshare", 1, &shared);
}

/// Denies what the namespaces leave open: sockets, user namespaces, io_uring, which can create sockets, and
/// the kernel's keyrings, which the session shares. Calls of another architecture, which have other numbers,
/// fail with ENOSYS.
///
/// - Returns: 0 or an errno.
static int install_filter(void) {
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
    if (filter == NULL) return ENOMEM;
    int code = seccomp_attr_set(filter, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_ERRNO(ENOSYS));
    if (code == 0) code = deny_sockets(filter);
    if (code == 0) code = deny_namespaces(filter);
    static const char *const calls[] = {"io_uring_setup", "add_key", "keyctl", "request_key"};
    for (size_t index = 0; code == 0 && index < sizeof calls / sizeof *calls; index++)
        code = deny(filter, EPERM, calls[index], 0, NULL);
    if (code == 0) code = seccomp_load(filter);
    seccomp_release(filter);
    return -code;
}

/// Adds a Landlock rule for a file, or for everything beneath a folder (landlock(7)).
static int allow(int rules, unsigned long long access, int place) {
    struct landlock_path_beneath_attr rule = {.allowed_access = access, .parent_fd = place};
    return syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0U) < 0 ? errno : 0;
}

static int allow_beneath(int rules, unsigned long long access, const char *folder) {
    int place = open(folder, O_PATH | O_CLOEXEC);
    if (place < 0) return errno;
    int code = allow(rules, access, place);
    close(place);
    return code;
}

/// Allows opening files for writing only beneath these folders. The mounts elsewhere are read-only already,
/// but that does not cover a FIFO, whose reader outside the sandbox may obey whatever it receives.
///
/// Does nothing if there are no folders, the kernel lacks Landlock or a container forbids it, or for
/// Landlock's first version (Linux 5.13), which would forbid every move between folders; later versions can
/// allow them.
static int limit_writing(char **folders) {
    if (strcmp(folders[0], separator) == 0) return 0;
    if (syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION) < 2) return 0;
    struct landlock_ruleset_attr handled = {.handled_access_fs = LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_REFER};
    int rules = (int)syscall(SYS_landlock_create_ruleset, &handled, sizeof handled, 0U);
    if (rules < 0) return errno;
    int code = allow_beneath(rules, LANDLOCK_ACCESS_FS_REFER, "/");
    for (; code == 0 && strcmp(*folders, separator) != 0; folders++)
        code = allow_beneath(rules, LANDLOCK_ACCESS_FS_WRITE_FILE, *folders);
    // For programs that open /dev/stdout. A pipe or socket takes no rule and needs none, so errors are
    // ignored.
    for (int file = STDOUT_FILENO; file <= STDERR_FILENO; file++) allow(rules, LANDLOCK_ACCESS_FS_WRITE_FILE, file);
    if (code == 0 && syscall(SYS_landlock_restrict_self, rules, 0U) < 0) code = errno;
    close(rules);
    return code;
}

static void say(int kind, int value) {
    struct word word = {kind, value};
    while (write(CHANNEL, &word, sizeof word) < 0 && errno == EINTR) {}
}

/// Whether the program's remaining processes are killed when it ends.
static int is_alone;

/// - Returns: the program's process, or -1 with errno. If the program cannot be executed, an errno can be
///   read from `failure`, which otherwise reaches its end as soon as the program runs.
static pid_t start(char **folders, char **command, int *failure) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) < 0) return -1;
    pid_t program = fork();
    if (program == 0) {
        int code = syscall(SYS_close_range, 3U, ~0U, 4U /* CLOSE_RANGE_CLOEXEC */) < 0 ? errno : limit_writing(folders);
        if (code == 0) code = install_filter();
        if (code == 0) {
            execv(command[0], command + 1);
            code = errno;
        }
        ssize_t written = write(ends[1], &code, sizeof code);
        _exit(written == sizeof code ? 0 : 127);
    }
    close(ends[1]);
    *failure = ends[0];
    return program;
}

static int run_inside(char **folders) {
    char **command = folders;
    while (strcmp(*command, separator) != 0) command++;
    prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
    fcntl(CHANNEL, F_SETFD, FD_CLOEXEC);
    dup2(ERRORS, STDERR_FILENO);
    close(ERRORS);
    int failure = -1, code = 0;
    pid_t program = start(folders, command + 1, &failure);
    if (program < 0) code = errno;
    else if (read(failure, &code, sizeof code) != sizeof code) code = 0;
    if (code != 0) {
        say(REFUSED, code);
        return EXIT_FAILURE;
    }
    // Readers must see the end of these when the program closes them.
    close(STDIN_FILENO);
    close(STDOUT_FILENO);
    say(RUNS, 0);
    for (;;) {
        int status;
        pid_t ended = wait(&status);
        if (ended < 0 && errno == ECHILD) return EXIT_SUCCESS;
        if (ended != program) continue;
        say(ENDED, status);
        // The kernel kills all processes of a pid namespace when its first one ends.
        if (is_alone) return EXIT_SUCCESS;
        close(CHANNEL);
    }
}

// MARK: Outside

static void limit(int resource, rlim_t most) {
    struct rlimit now;
    if (getrlimit(resource, &now) < 0 || now.rlim_max < most) return;
    setrlimit(resource, &(struct rlimit){most, most});
}

/// Lowers the priority and limits memory and file sizes; the program inherits all of it. The memory limit of
/// a process equals that of a generator's whole service.
static void step_back(void) {
    setpriority(PRIO_PROCESS, 0, 10);
    // IOPRIO_WHO_PROCESS, this process; the lowest level of IOPRIO_CLASS_BE, which, unlike IOPRIO_CLASS_IDLE,
    // makes progress on a busy disk.
    syscall(SYS_ioprio_set, 1, 0, 2 << 13 | 7);
    limit(RLIMIT_DATA, (rlim_t)512 << 20);
    limit(RLIMIT_FSIZE, (rlim_t)256 << 20);
}

static int refuse(const char *what, const char *reason) {
    char state[MESSAGE_BYTES + 256];
    snprintf(state, sizeof state, "STATUS=%s: %s", what, reason);
    for (char *byte = state; *byte != 0; byte++)
        if ((unsigned char)*byte < ' ') *byte = ' ';
    fprintf(stderr, "%s\n", state + strlen("STATUS="));
    notify(state);
    return EXIT_FAILURE;
}

/// Executes bubblewrap; returns, with errno, only if that fails.
///
/// - Parameter command: bubblewrap, the file with its options, a separator, and the words of the inner
///   process.
static void become_bubblewrap(char **command, int channel, int messages) {
    char own[4096], options[16];
    ssize_t length = readlink("/proc/self/exe", own, sizeof own - 1);
    int file = open(command[1], O_RDONLY);
    if (length < 0 || file < 0) return;
    own[length] = 0;
    snprintf(options, sizeof options, "%d", file);
    char **inner = command + 3;
    int count = 0;
    while (inner[count] != NULL) count++;
    // Binds this executable, so that the sandbox has it even if its folder is hidden there.
    char *const first[] = {command[0], "--args", options, "--ro-bind", own, own, (char *)separator,
                           own, (char *)(is_alone ? inside_alone : inside)};
    enum { FIRST = sizeof first / sizeof *first };
    char **words = calloc((size_t)count + 1 + FIRST, sizeof *words);
    if (words == NULL) return;
    memcpy(words, first, sizeof first);
    memcpy(words + FIRST, inner, (size_t)count * sizeof *words);
    if (dup2(channel, CHANNEL) < 0 || dup2(STDERR_FILENO, ERRORS) < 0 || dup2(messages, STDERR_FILENO) < 0) return;
    execv(words[0], words);
}

static int refuse_for_bubblewrap(pid_t bubblewrap, int messages) {
    char text[MESSAGE_BYTES];
    ssize_t count = read(messages, text, sizeof text - 1);
    while (count > 0 && text[count - 1] == '\n') count--;
    text[count > 0 ? count : 0] = 0;
    waitpid(bubblewrap, NULL, 0);
    if (count <= 0) return refuse("The sandbox could not be made", "bubblewrap ended without a word");
    // This process ends in any case, so it can try for itself. Some kernels grant a user namespace but no
    // capabilities in it.
    if (unshare(CLONE_NEWUSER) < 0 || unshare(CLONE_NEWUTS) < 0)
        return refuse("This machine forbids user namespaces, of which the sandbox is made", text);
    return refuse("The sandbox could not be made", text);
}

static int run_outside(char **command) {
    int channel[2], messages[2];
    if (pipe2(channel, O_CLOEXEC) < 0 || pipe2(messages, O_CLOEXEC) < 0)
        return refuse("The sandbox could not be made", strerror(errno));
    pid_t bubblewrap = fork();
    if (bubblewrap == 0) {
        become_bubblewrap(command, channel[1], messages[1]);
        dprintf(messages[1], "%s: %s", command[0], strerror(errno));
        _exit(127);
    }
    close(channel[1]);
    close(messages[1]);
    if (bubblewrap < 0) return refuse("The sandbox could not be made", strerror(errno));
    // The program receives these signals as well; this process must survive to report how it ended.
    for (int number = 1; number <= SIGTERM; number++)
        if (number == SIGHUP || number == SIGINT || number == SIGTERM) signal(number, SIG_IGN);
    int runs = 0;
    for (struct word word; read_word(channel[0], &word);) {
        if (word.kind == ENDED) {
            if (is_alone) waitpid(bubblewrap, NULL, 0);
            return end(word.value);
        }
        if (word.kind == REFUSED) {
            waitpid(bubblewrap, NULL, 0);
            return refuse("The program cannot be executed", strerror(word.value));
        }
        runs = 1;
        notify("READY=1");
    }
    // The sandbox as a whole was killed.
    return runs ? end(SIGKILL) : refuse_for_bubblewrap(bubblewrap, messages[0]);
}

/// Index of the first separator at or after `from`; `count` if there is none.
static int find_separator(int count, char **words, int from) {
    while (from < count && strcmp(words[from], separator) != 0) from++;
    return from;
}

int main(int count, char **words) {
    if (count == 2 && strcmp(words[1], "--each") == 0) return run_each();
    if (count == 2 && strcmp(words[1], "--together") == 0) return run_together();
    int inner = count > 1 && (strcmp(words[1], inside) == 0 || strcmp(words[1], inside_alone) == 0);
    int is_background = count > 1 && strcmp(words[1], alone) == 0;
    is_alone = is_background || (count > 1 && (strcmp(words[1], whole) == 0 || strcmp(words[1], inside_alone) == 0));
    if (is_alone && !inner) {
        if (is_background) step_back();
        words++;
        count--;
    }
    int first = inner ? 1 : find_separator(count, words, 2);
    // A program and its name must follow the second separator.
    if ((!inner && first != 3) || find_separator(count, words, first + 1) + 2 >= count) {
        fprintf(stderr, "usage: activity-sandbox BWRAP OPTIONS -- [FOLDER...] -- PROGRAM NAME [ARGUMENT...]\n");
        return 2;
    }
    return inner ? run_inside(words + 2) : run_outside(words + 1);
}
