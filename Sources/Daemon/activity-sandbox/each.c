// SPDX-License-Identifier: Apache-2.0
//
// Runs several programs as one, one after another or side by side. An activity that starts its program once
// per item thus has one unit, one output and one end; a restarted daemon has nothing to start again, as this
// process goes on.
//
// Standard input is a file that lists the runs, one after another:
//
//     uint32      number of words
//     uint32      bytes of input; all bits set for /dev/null
//     words       folder, program, name and arguments, each terminated by NUL; an empty folder is the current
//                 one
//     input       the program's standard input
//
// X_EACH=<ended>/<all> is sent to the notify socket at the start and whenever a program ends, so that the
// daemon can scale each program's own progress. One after another, the first failure is the last run, and
// this process ends as that program did. Side by side, at most 64 run at a time and all are waited for; this
// process ends as the first that failed, after sending X_FAILED=<failed>/<all>. After SIGTERM, which systemd
// sends to the running programs too, no further program starts, and this process ends by SIGTERM if any were
// left to start.
#define _GNU_SOURCE
#include "each.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "supervisor.h"

enum { MALFORMED = 2, CANNOT_START = 127, MOST_AT_ONCE = 64 };

/// The unread part of the list.
struct list {
    char *next, *limit;
};

struct run {
    char **words;  // Folder, program, name, arguments.
    char *input;
    uint32_t input_bytes;
};

static volatile sig_atomic_t is_stopping;

static void stop(int number) {
    (void)number;
    is_stopping = 1;
}

// MARK: The list

static int read_number(struct list *list, uint32_t *number) {
    if ((size_t)(list->limit - list->next) < sizeof *number) return 0;
    memcpy(number, list->next, sizeof *number);
    list->next += sizeof *number;
    return 1;
}

static char *read_word(struct list *list) {
    char *word = list->next, *end = memchr(word, 0, (size_t)(list->limit - word));
    if (end == NULL) return NULL;
    list->next = end + 1;
    return word;
}

/// Reads the next run; 0 if the list is malformed or memory is exhausted. The caller frees `words`.
static int read_run(struct list *list, struct run *run) {
    uint32_t count;
    if (!read_number(list, &count) || !read_number(list, &run->input_bytes)) return 0;
    if (count < 3 || count > (size_t)(list->limit - list->next)) return 0;
    run->words = calloc((size_t)count + 1, sizeof *run->words);
    if (run->words == NULL) return 0;
    for (uint32_t index = 0; index < count; index++)
        if ((run->words[index] = read_word(list)) == NULL) return 0;
    run->input = list->next;
    if (run->input_bytes == UINT32_MAX) return 1;
    if (run->input_bytes > (size_t)(list->limit - list->next)) return 0;
    list->next += run->input_bytes;
    return 1;
}

static struct list open_list(void) {
    struct stat status;
    struct list none = {NULL, NULL};
    if (fstat(STDIN_FILENO, &status) < 0 || status.st_size == 0) return none;
    char *start = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, STDIN_FILENO, 0);
    return start == MAP_FAILED ? none : (struct list){start, start + status.st_size};
}

/// Number of runs in the list; 0 if it is empty or malformed.
static unsigned count_runs(struct list list) {
    unsigned count = 0;
    for (struct run run; list.next < list.limit; count++, free(run.words))
        if (!read_run(&list, &run)) return 0;
    return count;
}

// MARK: The programs

static int open_input(const struct run *run) {
    if (run->input_bytes == UINT32_MAX) return open("/dev/null", O_RDONLY);
    int file = memfd_create("input", 0);
    for (uint32_t done = 0; file >= 0 && done < run->input_bytes;) {
        ssize_t count = write(file, run->input + done, run->input_bytes - done);
        if (count < 0 && errno != EINTR) return -1;
        if (count > 0) done += (uint32_t)count;
    }
    if (file >= 0) lseek(file, 0, SEEK_SET);
    return file;
}

static void become(const struct run *run) {
    int input = open_input(run);
    if (input > STDIN_FILENO) {
        dup2(input, STDIN_FILENO);
        close(input);
    }
    const char *folder = run->words[0], *program = run->words[1];
    if (*folder != 0 && chdir(folder) < 0) {
        fprintf(stderr, "%s: %s\n", folder, strerror(errno));
        _exit(CANNOT_START);
    }
    if (input >= 0) execv(program, run->words + 2);
    fprintf(stderr, "%s: %s\n", program, strerror(errno));
    _exit(CANNOT_START);
}

/// - Returns: whether fork(2) succeeded; a failure to execute the program is its exit status 127.
static int start(const struct run *run) {
    pid_t program = fork();
    if (program == 0) become(run);
    if (program < 0) fprintf(stderr, "%s: %s\n", run->words[1], strerror(errno));
    return program > 0;
}

/// - Returns: the status from wait(2) of the next program that ends.
static int wait_for_one(void) {
    int status = CANNOT_START << 8;
    while (wait(&status) < 0 && errno == EINTR) {}
    return status;
}

static void tell(const char *what, unsigned number, unsigned all) {
    char state[64];
    snprintf(state, sizeof state, "%s=%u/%u", what, number, all);
    notify(state);
}

/// Opens the list and handles SIGTERM from now on.
///
/// - Returns: the number of runs; 0, with a message, if there is no valid list.
static unsigned prepare(struct list *list) {
    *list = open_list();
    unsigned all = count_runs(*list);
    if (all == 0) fprintf(stderr, "activity-sandbox: there is no list of programs on standard input\n");
    struct sigaction action = {.sa_handler = stop};
    sigaction(SIGTERM, &action, NULL);
    return all;
}

int run_each(void) {
    struct list list;
    unsigned all = prepare(&list), ended = 0;
    if (all == 0) return MALFORMED;
    for (struct run run; ended < all && read_run(&list, &run); free(run.words)) {
        tell("X_EACH", ended, all);
        int status = is_stopping ? SIGTERM : start(&run) ? wait_for_one() : CANNOT_START << 8;
        if (status != 0) return end(status);
        ended++;
    }
    tell("X_EACH", ended, all);
    // A SIGTERM during the last run does not matter: its work is done.
    return EXIT_SUCCESS;
}

/// Counts an ended run if it failed; `failure` keeps the status of the first failure.
static void count(int status, unsigned *failed, int *failure) {
    if (status == 0) return;
    ++*failed;
    if (*failure == 0) *failure = status;
}

int run_together(void) {
    struct list list;
    unsigned all = prepare(&list), running = 0, ended = 0, failed = 0;
    int failure = 0;
    if (all == 0) return MALFORMED;
    tell("X_EACH", 0, all);
    while (ended < all) {
        struct run run;
        if (running < MOST_AT_ONCE && !is_stopping && ended + running < all && read_run(&list, &run)) {
            if (start(&run)) {
                running++;
            } else {
                count(CANNOT_START << 8, &failed, &failure);
                ended++;
            }
            free(run.words);
        } else if (running > 0) {
            count(wait_for_one(), &failed, &failure);
            running--;
            tell("X_EACH", ++ended, all);
        } else {
            return end(SIGTERM);
        }
    }
    if (failed == 0) return EXIT_SUCCESS;
    tell("X_FAILED", failed, all);
    return end(failure);
}
