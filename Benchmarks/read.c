// SPDX-License-Identifier: Apache-2.0
//
// read [--icons] FOLDER...: reads every file below the folders, as a start of the daemon does before it judges
// them; with --icons it decodes the PNGs too, as the first judging does. It checks nothing and keeps nothing.

#include <errno.h>
#include <fcntl.h>
#include <fts.h>
#include <png.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void fail(const char *what) {
    perror(what);
    exit(1);
}

// The file's bytes, valid until the next call.
static char *contents(const char *path, size_t *bytes) {
    static char *buffer;
    static size_t capacity;
    struct stat status;
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0 || fstat(file, &status) < 0) fail(path);
    *bytes = status.st_size;
    if (*bytes > capacity && !(buffer = realloc(buffer, capacity = *bytes))) fail(path);
    for (size_t done = 0; done < *bytes;) {
        ssize_t part = read(file, buffer + done, *bytes - done);
        // A file that has become shorter.
        if (part == 0) errno = ENODATA;
        if (part <= 0) fail(path);
        done += part;
    }
    close(file);
    return buffer;
}

static void decode(const char *path, const char *data, size_t bytes) {
    png_image image = {.version = PNG_IMAGE_VERSION};
    if (!png_image_begin_read_from_memory(&image, data, bytes)) {
        fprintf(stderr, "%s: %s\n", path, image.message);
        exit(1);
    }
    image.format = PNG_FORMAT_RGBA;
    char *pixels = malloc(PNG_IMAGE_SIZE(image));
    if (!pixels || !png_image_finish_read(&image, NULL, pixels, 0, NULL)) fail(path);
    free(pixels);
}

int main(int count, char **arguments) {
    int icons = count > 1 && !strcmp(arguments[1], "--icons");
    if (count < 2 + icons) return 2;
    FTS *walk = fts_open(arguments + 1 + icons, FTS_PHYSICAL | FTS_NOCHDIR, NULL);
    if (!walk) fail("fts_open");
    FTSENT *entry;
    while ((entry = fts_read(walk))) {
        if (entry->fts_info == FTS_ERR || entry->fts_info == FTS_DNR || entry->fts_info == FTS_NS) {
            errno = entry->fts_errno;
            fail(entry->fts_path);
        }
        if (entry->fts_info != FTS_F) continue;
        size_t bytes;
        char *data = contents(entry->fts_path, &bytes);
        if (icons && !strcmp(entry->fts_name + entry->fts_namelen - (entry->fts_namelen < 4 ? 0 : 4), ".png"))
            decode(entry->fts_path, data, bytes);
    }
    // At the end it is 0.
    if (errno) fail("fts_read");
    return 0;
}
