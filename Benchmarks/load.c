// SPDX-License-Identifier: Apache-2.0
//
// load SOCKET REQUESTS CONNECTIONS SECONDS [BYTES]: asks a server on a Unix socket, one call at a time on each
// connection, and prints
//
//     replies seconds p50 p99 maximum         (the last three in microseconds)
//
// REQUESTS is a file of requests, each ended by NUL, asked in turn; the first is asked again after the last. A reply ends
// with NUL, or where BYTES is given, after so many bytes; then the requests are sent without their NUL, as redis wants.

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

struct connection {
    int descriptor;
    size_t received;
    double asked;
};

static char *requests;
static size_t *starts, request_count, next_request, reply_bytes;

static void fail(const char *what) {
    fprintf(stderr, "load: %s: %s\n", what, strerror(errno));
    exit(1);
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1e6 + time.tv_nsec / 1e3;
}

static void read_requests(const char *path) {
    int file = open(path, O_RDONLY);
    struct stat status;
    if (file < 0 || fstat(file, &status) < 0) fail(path);
    size_t size = status.st_size, count = 0;
    requests = malloc(size + 1);
    for (size_t done = 0; done < size;) {
        ssize_t part = read(file, requests + done, size - done);
        if (part <= 0) fail(path);
        done += part;
    }
    close(file);
    for (size_t place = 0; place < size; place++) count += requests[place] == 0;
    starts = malloc((count + 1) * sizeof *starts);
    starts[0] = 0;
    for (size_t place = 0; place < size; place++)
        if (requests[place] == 0) starts[++request_count] = place + 1;
    if (request_count == 0) {
        fprintf(stderr, "load: %s holds no request that is ended by NUL\n", path);
        exit(2);
    }
}

static void ask(struct connection *connection) {
    size_t from = starts[next_request], to = starts[next_request + 1] - (reply_bytes > 0);
    next_request = (next_request + 1) % request_count;
    connection->received = 0;
    connection->asked = now();
    while (from < to) {
        ssize_t sent = send(connection->descriptor, requests + from, to - from, MSG_NOSIGNAL);
        if (sent < 0) fail("send");
        from += sent;
    }
}

/// Whether the reply is whole.
static int take(struct connection *connection) {
    static char buffer[1 << 18];
    ssize_t count = recv(connection->descriptor, buffer, sizeof buffer, 0);
    if (count <= 0) fail("recv");
    connection->received += count;
    return reply_bytes > 0 ? connection->received >= reply_bytes : buffer[count - 1] == 0;
}

static int by_size(const void *one, const void *other) {
    float a = *(const float *)one, b = *(const float *)other;
    return (a > b) - (a < b);
}

int main(int count, char **arguments) {
    if (count < 5) {
        fprintf(stderr, "usage: load SOCKET REQUESTS CONNECTIONS SECONDS [BYTES]\n");
        return 2;
    }
    read_requests(arguments[2]);
    int connection_count = atoi(arguments[3]), set = epoll_create1(EPOLL_CLOEXEC);
    double seconds = atof(arguments[4]);
    if (count > 5) reply_bytes = strtoul(arguments[5], NULL, 10);
    struct connection *connections = calloc(connection_count, sizeof *connections);
    size_t room = 1 << 24, taken = 0;
    float *times = malloc(room * sizeof *times);
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    strncpy(address.sun_path, arguments[1], sizeof address.sun_path - 1);
    for (int index = 0; index < connection_count; index++) {
        struct connection *connection = &connections[index];
        connection->descriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
        if (connect(connection->descriptor, (struct sockaddr *)&address, sizeof address) < 0) fail(arguments[1]);
        struct epoll_event event = {.events = EPOLLIN, .data.ptr = connection};
        if (epoll_ctl(set, EPOLL_CTL_ADD, connection->descriptor, &event) < 0) fail("epoll_ctl");
    }
    double begin = now(), end = begin + seconds * 1e6, time = begin;
    for (int index = 0; index < connection_count; index++) ask(&connections[index]);
    while (time < end) {
        struct epoll_event events[64];
        // With one connection there is nothing to choose from, and what epoll costs would be measured.
        int ready = connection_count == 1 ? 1 : epoll_wait(set, events, 64, 1000);
        if (connection_count == 1) events[0].data.ptr = &connections[0];
        for (int index = 0; index < ready; index++) {
            struct connection *connection = events[index].data.ptr;
            if (!take(connection)) continue;
            time = now();
            if (taken < room) times[taken++] = time - connection->asked;
            ask(connection);
        }
    }
    qsort(times, taken, sizeof *times, by_size);
    printf("%zu %.3f %.2f %.2f %.2f\n", taken, (time - begin) / 1e6, times[taken / 2], times[taken * 99 / 100],
           times[taken - 1]);
}
