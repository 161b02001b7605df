// SPDX-License-Identifier: Apache-2.0
//
// echo SOCKET REPLY: answers every request on a Unix socket, whatever it says, with the bytes of the file
// REPLY. A request ends with NUL. One recv, one send and the kernel in between: no server of its kind is
// faster.

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

static char *reply;
static size_t reply_bytes;

static void fail(const char *what) {
    perror(what);
    exit(1);
}

static void read_reply(const char *path) {
    int file = open(path, O_RDONLY);
    struct stat status;
    if (file < 0 || fstat(file, &status) < 0) fail(path);
    reply_bytes = status.st_size;
    reply = malloc(reply_bytes);
    if (read(file, reply, reply_bytes) != status.st_size) fail(path);
    close(file);
}

static int listener(const char *path) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    strncpy(address.sun_path, path, sizeof address.sun_path - 1);
    int descriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (bind(descriptor, (struct sockaddr *)&address, sizeof address) || listen(descriptor, 128)) fail(path);
    return descriptor;
}

static void watch(int set, int descriptor) {
    struct epoll_event event = {.events = EPOLLIN, .data.fd = descriptor};
    if (epoll_ctl(set, EPOLL_CTL_ADD, descriptor, &event) < 0) fail("epoll_ctl");
}

static void serve(int descriptor) {
    static char buffer[1 << 16];
    ssize_t count = recv(descriptor, buffer, sizeof buffer, 0);
    if (count <= 0) {
        close(descriptor);
    } else if (buffer[count - 1] == 0) {
        for (size_t sent = 0; sent < reply_bytes;) {
            ssize_t part = send(descriptor, reply + sent, reply_bytes - sent, MSG_NOSIGNAL);
            if (part < 0) return;
            sent += part;
        }
    }
}

int main(int count, char **arguments) {
    if (count != 3) return 2;
    read_reply(arguments[2]);
    int waiting = listener(arguments[1]), set = epoll_create1(EPOLL_CLOEXEC);
    watch(set, waiting);
    for (;;) {
        struct epoll_event events[64];
        int ready = epoll_wait(set, events, 64, -1);
        for (int index = 0; index < ready; index++) {
            if (events[index].data.fd == waiting) watch(set, accept4(waiting, NULL, NULL, SOCK_CLOEXEC));
            else serve(events[index].data.fd);
        }
    }
}
