// Preloaded into a process: syncs of the database's log go wrong as the file $BAD_DISK says.
//   "eio 2"  the next two fail with EIO      "hang"  they hang until the file says something else; $BAD_DISK.hangs
//                                                    is there as soon as one does
//   "tight"  of every file of a database only the first 16 KiB can be written
//   "full"   nothing can be written to the database (its index in memory, -shm, has its room already)
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int isNamed(int fd, const char *part) {
  char link[64], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 4) return 0;
  path[length] = 0;
  return strstr(path, part) != NULL && strstr(path, "-shm") == NULL;
}

static int order(char *word, int *count) {
  const char *path = getenv("BAD_DISK");
  FILE *file = path == NULL ? NULL : fopen(path, "r");
  *count = 0;
  if (file == NULL) return 0;
  int read = fscanf(file, "%15s %d", word, count);
  fclose(file);
  return read > 0;
}

static void sayThatItHangs(void) {
  char path[4096];
  snprintf(path, sizeof path, "%s.hangs", getenv("BAD_DISK"));
  FILE *file = fopen(path, "w");
  if (file != NULL) fclose(file);
}

static int fails(int fd) {
  char word[16];
  int count;
  if (!isNamed(fd, "-wal")) return 0;
  while (order(word, &count) && strcmp(word, "hang") == 0) {
    sayThatItHangs();
    usleep(10000);
  }
  if (!order(word, &count) || strcmp(word, "eio") != 0 || count <= 0) return 0;
  FILE *file = fopen(getenv("BAD_DISK"), "w");
  fprintf(file, "eio %d\n", count - 1);
  fclose(file);
  errno = EIO;
  return 1;
}

static int isFull(int fd, off_t end) {
  char word[16];
  int count;
  if (!isNamed(fd, ".sqlite") || !order(word, &count)) return 0;
  if (strcmp(word, "full") != 0 && (strcmp(word, "tight") != 0 || end <= 16384)) return 0;
  errno = ENOSPC;
  return 1;
}

ssize_t pwrite64(int fd, const void *bytes, size_t size, off64_t at) {
  ssize_t (*real)(int, const void *, size_t, off64_t) = dlsym(RTLD_NEXT, "pwrite64");
  return isFull(fd, at + size) ? -1 : real(fd, bytes, size, at);
}

ssize_t pwrite(int fd, const void *bytes, size_t size, off_t at) {
  ssize_t (*real)(int, const void *, size_t, off_t) = dlsym(RTLD_NEXT, "pwrite");
  return isFull(fd, at + size) ? -1 : real(fd, bytes, size, at);
}

int fsync(int fd) {
  int (*real)(int) = dlsym(RTLD_NEXT, "fsync");
  return fails(fd) ? -1 : real(fd);
}

int fdatasync(int fd) {
  int (*real)(int) = dlsym(RTLD_NEXT, "fdatasync");
  return fails(fd) ? -1 : real(fd);
}
