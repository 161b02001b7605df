// SPDX-License-Identifier: Apache-2.0
//
// load [-b BYTES] [-r RATE] SOCKET REQUESTS CONNECTIONS SECONDS: asks a server on a Unix socket, one call at
// a time on each connection, and prints, times in microseconds,
//
//     replies seconds p50 p90 p99 maximum
//
// REQUESTS is a file of requests, each ended by NUL, asked in turn; the first is asked again after the last.
// Where one holds "@@@@@@@@@@@@", the number of the call is written there, so that no two are alike. A reply
// ends with NUL, or with -b after so many bytes; then the requests are sent without their NUL, as redis
// wants. A reply that is an error ends the run.
//
// Without -r the next call is made when the reply is there: such a client slows down with its server, and
// what it would have asked meanwhile is never counted. With -r calls are due so often a second, whatever the
// server does, and each one's time begins when it was due. SIGTERM ends the run early.

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#define MARK "@@@@@@@@@@@@"

struct connection {
    int descriptor;
    size_t received;
    double asked;
};

struct request {
    char *start, *mark;
    size_t length;
};

static struct request *requests;
static size_t request_count, calls, reply_bytes;
static double period;
static volatile sig_atomic_t is_ended;

static void fail(const char *what) {
    fprintf(stderr, "load: %s: %s\n", what, errno ? strerror(errno) : "that is no answer");
    exit(1);
}

static void end_early(int number) {
    is_ended = number;
}

/// Microseconds.
static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1e6 + time.tv_nsec / 1e3;
}

static void sleep_until(double time) {
    struct timespec when = {.tv_sec = time / 1e6};
    when.tv_nsec = (time - when.tv_sec * 1e6) * 1e3;
    clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &when, NULL);
}

static char *read_file(const char *path, size_t *size) {
    int file = open(path, O_RDONLY);
    struct stat status;
    if (file < 0 || fstat(file, &status) < 0) fail(path);
    char *bytes = malloc(status.st_size + 1);
    for (*size = 0; *size < (size_t)status.st_size;) {
        ssize_t part = read(file, bytes + *size, status.st_size - *size);
        if (part <= 0) fail(path);
        *size += part;
    }
    close(file);
    return bytes;
}

static void read_requests(const char *path) {
    size_t size, count = 0;
    char *bytes = read_file(path, &size);
    for (size_t place = 0; place < size; place++) count += bytes[place] == 0;
    if (count == 0) fail(path);
    requests = malloc(count * sizeof *requests);
    for (char *start = bytes; request_count < count; start += strlen(start) + 1)
        requests[request_count++] =
            (struct request){start, strstr(start, MARK), strlen(start) + !reply_bytes};
}

static void ask(struct connection *connection, double due) {
    struct request *request = &requests[calls++ % request_count];
    size_t number = calls;
    if (request->mark)
        for (int place = sizeof MARK - 2; place >= 0; place--, number /= 10)
            request->mark[place] = '0' + number % 10;
    connection->received = 0;
    connection->asked = due;
    for (size_t sent = 0; sent < request->length;) {
        ssize_t part =
            send(connection->descriptor, request->start + sent, request->length - sent, MSG_NOSIGNAL);
        if (part < 0) fail("send");
        sent += part;
    }
}

/// Whether the reply is whole.
static int take(struct connection *connection) {
    static char buffer[1 << 18];
    ssize_t count = recv(connection->descriptor, buffer, sizeof buffer, 0);
    errno = count < 0 ? errno : 0;
    if (count <= 0) fail("recv");
    if (connection->received == 0 && (reply_bytes ? buffer[0] != '$' : memcmp(buffer, "{\"error\"", 8) == 0))
        fail(buffer);
    connection->received += count;
    if (reply_bytes == 0) return buffer[count - 1] == 0;
    if (connection->received > reply_bytes) fail("too long a reply");
    return connection->received == reply_bytes;
}

static void join(struct connection *connection, const char *path, int set) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    strncpy(address.sun_path, path, sizeof address.sun_path - 1);
    connection->descriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (connect(connection->descriptor, (struct sockaddr *)&address, sizeof address) < 0) fail(path);
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = connection};
    if (epoll_ctl(set, EPOLL_CTL_ADD, connection->descriptor, &event) < 0) fail("epoll_ctl");
}

/// Asks until `end`; returns how many times there are.
static size_t run(struct connection *connections, int count, int set, double end, float *times, size_t room) {
    size_t taken = 0;
    double time = now(), due = time;
    for (int index = 0; index < count; index++) ask(&connections[index], time);
    while (time < end && !is_ended) {
        struct epoll_event events[64] = {{.data.ptr = &connections[0]}};
        // With one connection there is nothing to choose from, and what epoll costs would be measured.
        int ready = count == 1 ? 1 : epoll_wait(set, events, 64, 1000);
        for (int index = 0; index < ready; index++) {
            struct connection *connection = events[index].data.ptr;
            if (!take(connection)) continue;
            time = now();
            if (taken < room) times[taken++] = time - connection->asked;
            due = period ? due + period : time;
            if (due > time) sleep_until(due);
            ask(connection, period ? due : now());
        }
    }
    for (int index = 0; index < count; index++)
        while (!take(&connections[index])) continue;
    return taken;
}

static int by_size(const void *one, const void *other) {
    float a = *(const float *)one, b = *(const float *)other;
    return (a > b) - (a < b);
}

int main(int count, char **arguments) {
    for (int option; (option = getopt(count, arguments, "b:r:")) != -1;) {
        if (option == 'b') reply_bytes = strtoul(optarg, NULL, 10);
        else if (option == 'r') period = 1e6 / atof(optarg);
        else return 2;
    }
    if (count - optind != 4) {
        fprintf(stderr, "usage: load [-b BYTES] [-r RATE] SOCKET REQUESTS CONNECTIONS SECONDS\n");
        return 2;
    }
    arguments += optind;
    struct sigaction action = {.sa_handler = end_early, .sa_flags = SA_RESTART};
    sigaction(SIGTERM, &action, NULL);
    prctl(PR_SET_TIMERSLACK, 1);
    read_requests(arguments[1]);
    int connection_count = period ? 1 : atoi(arguments[2]), set = epoll_create1(EPOLL_CLOEXEC);
    double seconds = atof(arguments[3]);
    struct connection *connections = calloc(connection_count, sizeof *connections);
    for (int index = 0; index < connection_count; index++) join(&connections[index], arguments[0], set);
    size_t room = 1 << 23;
    float *times = malloc(room * sizeof *times);
    // A twentieth of a second before that, uncounted, so that everybody's caches are as they are in use.
    if (!period) run(connections, connection_count, set, now() + 50e3, times, room);
    double begin = now();
    size_t taken = run(connections, connection_count, set, begin + seconds * 1e6, times, room);
    double passed = (now() - begin) / 1e6;
    qsort(times, taken, sizeof *times, by_size);
    printf("%zu %.4f %.2f %.2f %.2f %.2f\n", taken, passed, times[taken / 2], times[taken * 9 / 10],
           times[taken * 99 / 100], times[taken - 1]);
}
