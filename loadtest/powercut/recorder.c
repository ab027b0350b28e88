// Preloaded into processes: everything that they do to the files below $POWERCUT_FOLDER is written to $POWERCUT_LOG, in
// one order, and so is the beginning of what they send over sockets and pipes if $POWERCUT_SAYS is set.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <netinet/in.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#define REAL(result, name, ...) \
  static result (*real)(__VA_ARGS__); \
  if (real == NULL) real = dlsym(RTLD_NEXT, #name)
#define MOST_FILES 65536
#define SAID 4096

/** Read by recording.ts. */
enum kind { MADE = 1, WRITTEN, CUT, SYNC_BEGUN, SYNC_ENDED, FOLDER_MADE, RENAMED, LINKED, REMOVED, TOLD, UNKNOWN };

struct head {
  uint32_t kind, length;
  uint64_t file;
  int64_t at;
};

static long raw(long number, ...) {
  REAL(long, syscall, long, ...);
  va_list rest;
  va_start(rest, number);
  long a = va_arg(rest, long), b = va_arg(rest, long), c = va_arg(rest, long);
  long d = va_arg(rest, long), e = va_arg(rest, long), f = va_arg(rest, long);
  va_end(rest);
  return real(number, a, b, c, d, e, f);
}

/** Files below the folder that are open. */
static unsigned char watched[MOST_FILES];
static int logFile = -1;
static int says;
static char folder[PATH_MAX];
static size_t folderLength;
/** The thread that writes to the log, in memory that all processes share. */
static int *owner;

__attribute__((constructor)) static void begin(void) {
  const char *named = getenv("POWERCUT_FOLDER"), *path = getenv("POWERCUT_LOG");
  if (named == NULL || path == NULL) return;
  char lock[PATH_MAX];
  snprintf(lock, sizeof lock, "%s.lock", path);
  int file = raw(SYS_openat, (long)AT_FDCWD, lock, O_RDWR | O_CLOEXEC);
  owner = mmap(NULL, sizeof *owner, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  raw(SYS_close, file);
  int made = raw(SYS_openat, AT_FDCWD, path, O_WRONLY | O_APPEND | O_CLOEXEC);
  // Out of the way of programs that close all files they know.
  logFile = fcntl(made, F_DUPFD_CLOEXEC, 900);
  raw(SYS_close, made);
  if (owner == MAP_FAILED || logFile < 0) {
    fprintf(stderr, "the recorder cannot write to %s\n", path);
    _exit(70);
  }
  says = getenv("POWERCUT_SAYS") != NULL;
  snprintf(folder, sizeof folder, "%s", named);
  folderLength = strlen(folder);
}

/** A signal handler may come while its own thread has the lock: `0`. */
static int lock(void) {
  int me = (int)raw(SYS_gettid);
  for (unsigned tries = 1;; tries++) {
    int before = 0;
    if (__atomic_compare_exchange_n(owner, &before, me, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) return 1;
    if (before == me) return 0;
    sched_yield();
    // It was killed.
    if (tries % 1024 == 0 && raw(SYS_tkill, before, 0) < 0 && errno == ESRCH)
      __atomic_compare_exchange_n(owner, &before, 0, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
  }
}

static void unlock(int taken) {
  if (taken) __atomic_store_n(owner, 0, __ATOMIC_SEQ_CST);
}

static void note(enum kind kind, uint64_t file, int64_t at, const void *bytes, size_t length) {
  struct head head = {kind, length, file, at};
  struct iovec parts[] = {{&head, sizeof head}, {(void *)bytes, length}};
  if (raw(SYS_writev, logFile, parts, 2) != (long)(sizeof head + length)) {
    fprintf(stderr, "the recorder cannot write to its log\n");
    _exit(70);
  }
}

static uint64_t numberOf(int fd) {
  struct stat facts;
  return fstat(fd, &facts) == 0 ? facts.st_ino : 0;
}

/** The whole path, if it is the folder or below. */
static int isOurs(int base, const char *path, char *whole) {
  if (logFile < 0 || path == NULL) return 0;
  if (path[0] == '/') {
    snprintf(whole, PATH_MAX, "%s", path);
  } else {
    char link[64], above[PATH_MAX] = "";
    snprintf(link, sizeof link, base == AT_FDCWD ? "/proc/self/cwd" : "/proc/self/fd/%d", base);
    if (readlink(link, above, sizeof above - 1) < 0) return 0;
    if (snprintf(whole, PATH_MAX, "%s/%s", above, path) >= PATH_MAX) return 0;
  }
  return strncmp(whole, folder, folderLength) == 0 && (whole[folderLength] == '/' || whole[folderLength] == 0);
}

/** The C library closes some files without `close`: a socket may have the number of a file that was open. */
static int isWatched(int fd) {
  struct stat facts;
  if (logFile < 0 || fd < 0 || fd >= MOST_FILES || !watched[fd]) return 0;
  if (fstat(fd, &facts) == 0 && !S_ISREG(facts.st_mode) && !S_ISDIR(facts.st_mode)) watched[fd] = 0;
  return watched[fd];
}

static int opened(int base, const char *path, int flags, mode_t mode) {
  char whole[PATH_MAX];
  if (!isOurs(base, path, whole)) return raw(SYS_openat, base, path, flags, mode);
  int taken = lock();
  int isNew = (flags & O_CREAT) != 0 && access(whole, F_OK) != 0;
  int fd = raw(SYS_openat, base, path, flags, mode);
  int failure = errno;
  if (fd >= 0 && fd < MOST_FILES) {
    watched[fd] = 1;
    uint64_t file = numberOf(fd);
    if (isNew) note(MADE, file, mode, whole, strlen(whole));
    else if ((flags & O_TRUNC) != 0) note(CUT, file, 0, NULL, 0);
  }
  unlock(taken);
  errno = failure;
  return fd;
}

#define OPENED(base) \
  mode_t mode = 0; \
  if ((flags & (O_CREAT | __O_TMPFILE)) != 0) { \
    va_list rest; \
    va_start(rest, flags); \
    mode = va_arg(rest, mode_t); \
    va_end(rest); \
  } \
  return opened(base, path, flags, mode)

int open(const char *path, int flags, ...) { OPENED(AT_FDCWD); }
int open64(const char *path, int flags, ...) { OPENED(AT_FDCWD); }
int openat(int base, const char *path, int flags, ...) { OPENED(base); }
int openat64(int base, const char *path, int flags, ...) { OPENED(base); }
int creat(const char *path, mode_t mode) { return opened(AT_FDCWD, path, O_CREAT | O_WRONLY | O_TRUNC, mode); }

/** The end of what was just written there. */
static void noteRange(int fd, int64_t at, size_t length) {
  char *bytes = malloc(length + 1);
  char path[64];
  snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
  // The file may be open for writing only.
  int reading = raw(SYS_openat, AT_FDCWD, path, O_RDONLY | O_CLOEXEC);
  ssize_t read = bytes == NULL || reading < 0 ? -1 : raw(SYS_pread64, reading, bytes, length, at);
  if (read > 0) note(WRITTEN, numberOf(fd), at, bytes, read);
  if (reading >= 0) raw(SYS_close, reading);
  free(bytes);
}

static FILE *openedStream(const char *path, const char *how, FILE *(*real)(const char *, const char *)) {
  char whole[PATH_MAX];
  if (!isOurs(AT_FDCWD, path, whole)) return real(path, how);
  int taken = lock();
  int isNew = access(whole, F_OK) != 0;
  FILE *stream = real(path, how);
  int failure = errno;
  if (stream != NULL) {
    int fd = fileno(stream);
    // Written when it is closed.
    if (fd < MOST_FILES) watched[fd] = strpbrk(how, "wa+") == NULL ? 1 : 2;
    if (isNew) note(MADE, numberOf(fd), 0600, whole, strlen(whole));
    else if (how[0] == 'w') note(CUT, numberOf(fd), 0, NULL, 0);
  }
  unlock(taken);
  errno = failure;
  return stream;
}

FILE *fopen(const char *path, const char *how) {
  REAL(FILE *, fopen, const char *, const char *);
  return openedStream(path, how, real);
}

FILE *fopen64(const char *path, const char *how) {
  REAL(FILE *, fopen64, const char *, const char *);
  return openedStream(path, how, real);
}

int fclose(FILE *stream) {
  REAL(int, fclose, FILE *);
  int fd = fileno(stream);
  if (!isWatched(fd)) return real(stream);
  fflush(stream);
  int taken = lock();
  struct stat facts;
  if (watched[fd] == 2 && fstat(fd, &facts) == 0) noteRange(fd, 0, facts.st_size);
  watched[fd] = 0;
  unlock(taken);
  return real(stream);
}

int close(int fd) {
  REAL(int, close, int);
  if (fd >= 0 && fd < MOST_FILES) watched[fd] = 0;
  return real(fd);
}

static int copied(int from, int to) {
  if (isWatched(from) && to >= 0 && to < MOST_FILES) watched[to] = watched[from];
  return to;
}

int dup(int from) {
  REAL(int, dup, int);
  return copied(from, real(from));
}

int dup2(int from, int to) {
  REAL(int, dup2, int, int);
  return copied(from, real(from, to));
}

int dup3(int from, int to, int flags) {
  REAL(int, dup3, int, int, int);
  return copied(from, real(from, to, flags));
}

/** What went over a socket or pipe, before it goes. */
static void told(int fd, const struct iovec *parts, int count) {
  if (!says || logFile < 0) return;
  struct stat facts;
  if (fstat(fd, &facts) < 0 || (!S_ISSOCK(facts.st_mode) && fd != STDOUT_FILENO)) return;
  struct sockaddr_in peer = {0};
  socklen_t size = sizeof peer;
  if (S_ISSOCK(facts.st_mode) && fd != STDOUT_FILENO &&
      (getpeername(fd, (struct sockaddr *)&peer, &size) < 0 || peer.sin_family != AF_INET))
    return;
  char bytes[SAID];
  size_t length = 0;
  for (int part = 0; part < count && length < SAID; part++) {
    size_t more = parts[part].iov_len < SAID - length ? parts[part].iov_len : SAID - length;
    memcpy(bytes + length, parts[part].iov_base, more);
    length += more;
  }
  int taken = lock();
  note(TOLD, getpid(), ntohs(peer.sin_port), bytes, length);
  unlock(taken);
}

/** `at` below 0: at the present place. */
static ssize_t written(int fd, const struct iovec *parts, int count, int64_t at) {
  if (!isWatched(fd)) {
    if (at < 0) told(fd, parts, count);
    return at < 0 ? raw(SYS_writev, fd, parts, count) : raw(SYS_pwritev, fd, parts, count, at, 0);
  }
  int taken = lock();
  ssize_t done = at < 0 ? raw(SYS_writev, fd, parts, count) : raw(SYS_pwritev, fd, parts, count, at, 0);
  int failure = errno;
  if (done > 0) {
    int64_t from = at < 0 ? lseek(fd, 0, SEEK_CUR) - done : at;
    char *whole = malloc(done);
    size_t length = 0;
    for (int part = 0; part < count && length < (size_t)done; part++) {
      size_t more = parts[part].iov_len < done - length ? parts[part].iov_len : done - length;
      memcpy(whole + length, parts[part].iov_base, more);
      length += more;
    }
    note(WRITTEN, numberOf(fd), from, whole, done);
    free(whole);
  }
  unlock(taken);
  errno = failure;
  return done;
}

static ssize_t writtenOne(int fd, const void *bytes, size_t size, int64_t at) {
  struct iovec part = {(void *)bytes, size};
  return written(fd, &part, 1, at);
}

ssize_t write(int fd, const void *bytes, size_t size) { return writtenOne(fd, bytes, size, -1); }
ssize_t pwrite(int fd, const void *bytes, size_t size, off_t at) { return writtenOne(fd, bytes, size, at); }
ssize_t pwrite64(int fd, const void *bytes, size_t size, off64_t at) { return writtenOne(fd, bytes, size, at); }
ssize_t writev(int fd, const struct iovec *parts, int count) { return written(fd, parts, count, -1); }
ssize_t pwritev(int fd, const struct iovec *parts, int count, off_t at) { return written(fd, parts, count, at); }
ssize_t pwritev64(int fd, const struct iovec *parts, int count, off64_t at) { return written(fd, parts, count, at); }

ssize_t send(int fd, const void *bytes, size_t size, int flags) {
  REAL(ssize_t, send, int, const void *, size_t, int);
  struct iovec part = {(void *)bytes, size};
  told(fd, &part, 1);
  return real(fd, bytes, size, flags);
}

ssize_t sendmsg(int fd, const struct msghdr *message, int flags) {
  REAL(ssize_t, sendmsg, int, const struct msghdr *, int);
  told(fd, message->msg_iov, message->msg_iovlen);
  return real(fd, message, flags);
}

/** What the system itself has copied into a file. */
static ssize_t noteCopy(int fd, ssize_t done) {
  if (!isWatched(fd) || done <= 0) return done;
  int taken = lock();
  noteRange(fd, lseek(fd, 0, SEEK_CUR) - done, done);
  unlock(taken);
  return done;
}

ssize_t sendfile(int to, int from, off_t *at, size_t size) {
  REAL(ssize_t, sendfile, int, int, off_t *, size_t);
  return noteCopy(to, real(to, from, at, size));
}

ssize_t sendfile64(int to, int from, off64_t *at, size_t size) {
  REAL(ssize_t, sendfile64, int, int, off64_t *, size_t);
  return noteCopy(to, real(to, from, at, size));
}

/** Programs copy by reading and writing where this is refused. */
ssize_t copy_file_range(int from, off64_t *at, int to, off64_t *into, size_t size, unsigned flags) {
  REAL(ssize_t, copy_file_range, int, off64_t *, int, off64_t *, size_t, unsigned);
  if (!isWatched(to)) return real(from, at, to, into, size, flags);
  errno = EXDEV;
  return -1;
}

long syscall(long number, ...) {
  va_list rest;
  va_start(rest, number);
  long a = va_arg(rest, long), b = va_arg(rest, long), c = va_arg(rest, long);
  long d = va_arg(rest, long), e = va_arg(rest, long), f = va_arg(rest, long);
  va_end(rest);
  if (number != SYS_copy_file_range || !isWatched((int)c)) return raw(number, a, b, c, d, e, f);
  errno = EXDEV;
  return -1;
}

static int truncated(int fd, int64_t length) {
  if (!isWatched(fd)) return raw(SYS_ftruncate, fd, length);
  int taken = lock();
  int result = raw(SYS_ftruncate, fd, length);
  int failure = errno;
  if (result == 0) note(CUT, numberOf(fd), length, NULL, 0);
  unlock(taken);
  errno = failure;
  return result;
}

int ftruncate(int fd, off_t length) { return truncated(fd, length); }
int ftruncate64(int fd, off64_t length) { return truncated(fd, length); }

static int allocated(int fd, int result) {
  struct stat facts;
  if (result == 0 && isWatched(fd) && fstat(fd, &facts) == 0) {
    int taken = lock();
    // Only its length matters.
    note(CUT, facts.st_ino, facts.st_size, NULL, 0);
    unlock(taken);
  }
  return result;
}

int fallocate(int fd, int mode, off_t at, off_t length) {
  REAL(int, fallocate, int, int, off_t, off_t);
  return allocated(fd, real(fd, mode, at, length));
}

int fallocate64(int fd, int mode, off64_t at, off64_t length) {
  REAL(int, fallocate64, int, int, off64_t, off64_t);
  return allocated(fd, real(fd, mode, at, length));
}

int posix_fallocate(int fd, off_t at, off_t length) {
  REAL(int, posix_fallocate, int, off_t, off_t);
  return allocated(fd, real(fd, at, length));
}

int posix_fallocate64(int fd, off64_t at, off64_t length) {
  REAL(int, posix_fallocate64, int, off64_t, off64_t);
  return allocated(fd, real(fd, at, length));
}

/** What was written before the beginning is on the disk at the end. */
static int synced(int fd, int (*real)(int)) {
  if (!isWatched(fd)) return real(fd);
  static int64_t last;
  int64_t number = ((int64_t)getpid() << 32) | __atomic_add_fetch(&last, 1, __ATOMIC_SEQ_CST);
  uint64_t file = numberOf(fd);
  int taken = lock();
  note(SYNC_BEGUN, file, number, NULL, 0);
  unlock(taken);
  int result = real(fd);
  int failure = errno;
  taken = lock();
  if (result == 0) note(SYNC_ENDED, file, number, NULL, 0);
  unlock(taken);
  errno = failure;
  return result;
}

int fsync(int fd) {
  REAL(int, fsync, int);
  return synced(fd, real);
}

int fdatasync(int fd) {
  REAL(int, fdatasync, int);
  return synced(fd, real);
}

void *mapped(void *address, size_t length, int protection, int flags, int fd, int64_t at) {
  if (isWatched(fd) && (flags & MAP_SHARED) != 0 && (protection & PROT_WRITE) != 0) {
    char link[64], path[PATH_MAX] = "";
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    if (readlink(link, path, sizeof path - 1) > 0) {
      int taken = lock();
      note(UNKNOWN, numberOf(fd), 0, path, strlen(path));
      unlock(taken);
    }
  }
  return (void *)raw(SYS_mmap, address, length, protection, flags, fd, at);
}

void *mmap(void *address, size_t length, int protection, int flags, int fd, off_t at) {
  return mapped(address, length, protection, flags, fd, at);
}

void *mmap64(void *address, size_t length, int protection, int flags, int fd, off64_t at) {
  return mapped(address, length, protection, flags, fd, at);
}

/** Two paths in one note, with a zero between them. */
static void notePair(enum kind kind, const char *from, const char *to) {
  char both[2 * PATH_MAX];
  int length = snprintf(both, sizeof both, "%s%c%s", from, 0, to);
  note(kind, 0, 0, both, length);
}

static int named(enum kind kind, int number, int base, const char *from, int above, const char *to, int flags) {
  char first[PATH_MAX], second[PATH_MAX];
  int isFrom = isOurs(base, from, first), isTo = isOurs(above, to, second);
  if (!isFrom && !isTo) return raw(number, base, from, above, to, flags);
  int taken = lock();
  int result = raw(number, base, from, above, to, flags);
  int failure = errno;
  if (result == 0) notePair(kind, first, second);
  unlock(taken);
  errno = failure;
  return result;
}

int rename(const char *from, const char *to) { return named(RENAMED, SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0); }
int renameat(int base, const char *from, int above, const char *to) {
  return named(RENAMED, SYS_renameat2, base, from, above, to, 0);
}
int renameat2(int base, const char *from, int above, const char *to, unsigned flags) {
  return named(RENAMED, SYS_renameat2, base, from, above, to, flags);
}
int link(const char *from, const char *to) { return named(LINKED, SYS_linkat, AT_FDCWD, from, AT_FDCWD, to, 0); }
int linkat(int base, const char *from, int above, const char *to, int flags) {
  return named(LINKED, SYS_linkat, base, from, above, to, flags);
}

static int removedAt(int base, const char *path, int flags) {
  char whole[PATH_MAX];
  if (!isOurs(base, path, whole)) return raw(SYS_unlinkat, base, path, flags);
  int taken = lock();
  int result = raw(SYS_unlinkat, base, path, flags);
  int failure = errno;
  if (result == 0) note(REMOVED, 0, 0, whole, strlen(whole));
  unlock(taken);
  errno = failure;
  return result;
}

int unlink(const char *path) { return removedAt(AT_FDCWD, path, 0); }
int unlinkat(int base, const char *path, int flags) { return removedAt(base, path, flags); }
int rmdir(const char *path) { return removedAt(AT_FDCWD, path, AT_REMOVEDIR); }
int remove(const char *path) {
  int result = removedAt(AT_FDCWD, path, 0);
  return result < 0 && errno == EISDIR ? removedAt(AT_FDCWD, path, AT_REMOVEDIR) : result;
}

int mkdirat(int base, const char *path, mode_t mode) {
  char whole[PATH_MAX];
  if (!isOurs(base, path, whole)) return raw(SYS_mkdirat, base, path, mode);
  int taken = lock();
  int result = raw(SYS_mkdirat, base, path, mode);
  int failure = errno;
  struct stat facts;
  if (result == 0 && stat(whole, &facts) == 0) note(FOLDER_MADE, facts.st_ino, mode, whole, strlen(whole));
  unlock(taken);
  errno = failure;
  return result;
}

int mkdir(const char *path, mode_t mode) { return mkdirat(AT_FDCWD, path, mode); }
