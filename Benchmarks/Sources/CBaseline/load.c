#define _GNU_SOURCE
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "baseline.h"

enum { buffer_size = 65536, most_samples = 1000000 };

typedef struct {
  int socket;
  double sent;
  size_t filled;
  char buffer[buffer_size];
} connection;

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static int order(const void *left, const void *right) {
  float a = *(const float *)left, b = *(const float *)right;
  return a < b ? -1 : a > b;
}

static int dial(uint16_t port) {
  int handle = socket(AF_INET, SOCK_STREAM, 0);
  if (handle < 0) return -1;
  struct sockaddr_in address = {.sin_family = AF_INET,
                                .sin_port = htons(port),
                                .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  int yes = 1;
  setsockopt(handle, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
  if (connect(handle, (struct sockaddr *)&address, sizeof address) != 0) {
    close(handle);
    return -1;
  }
  return handle;
}

static int send_all(int handle, const char *bytes, size_t length) {
  while (length > 0) {
    ssize_t sent = send(handle, bytes, length, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) return 0;
    bytes += sent;
    length -= (size_t)sent;
  }
  return 1;
}

// 1 when a whole answer of status 200 stands in the buffer, 0 when more must come, -1 otherwise.
static int whole_answer(const connection *one) {
  const char *end = memmem(one->buffer, one->filled, "\r\n\r\n", 4);
  if (!end) return one->filled < buffer_size ? 0 : -1;
  if (one->filled < 12 || memcmp(one->buffer, "HTTP/1.1 200", 12) != 0) return -1;
  const char *line = one->buffer;
  while (line < end) {
    const char *next = memmem(line, (size_t)(end + 2 - line), "\r\n", 2);
    if (!next) break;
    if (next - line > 15 && strncasecmp(line, "content-length:", 15) == 0) {
      size_t body = (size_t)strtoul(line + 15, NULL, 10);
      size_t whole = (size_t)(end + 4 - one->buffer) + body;
      if (whole > buffer_size) return -1;
      return one->filled >= whole;
    }
    line = next + 2;
  }
  return -1;
}

baseline_result baseline_load(
    uint16_t port, const char *request, size_t length, int count, double seconds) {
  baseline_result result = {0};
  connection *all = calloc((size_t)count, sizeof *all);
  struct pollfd *polls = calloc((size_t)count, sizeof *polls);
  float *samples = malloc(most_samples * sizeof *samples);
  if (!all || !polls || !samples) {
    snprintf(result.error, sizeof result.error, "memory");
    free(all), free(polls), free(samples);
    return result;
  }
  int opened = 0;
  double start = now();
  for (; opened < count; opened++) {
    connection *one = all + opened;
    one->socket = dial(port);
    if (one->socket < 0) {
      snprintf(result.error, sizeof result.error, "connect: %s", strerror(errno));
      break;
    }
    polls[opened] = (struct pollfd){.fd = one->socket, .events = POLLIN};
    one->sent = now();
    send_all(one->socket, request, length);
  }
  while (!result.error[0] && now() - start < seconds) {
    int ready = poll(polls, (nfds_t)opened, 1000);
    if (ready < 0 && errno != EINTR) break;
    for (int at = 0; at < opened && !result.error[0]; at++) {
      if (!polls[at].revents) continue;
      connection *one = all + at;
      ssize_t got = recv(one->socket, one->buffer + one->filled, buffer_size - one->filled, 0);
      if (got <= 0) {
        snprintf(result.error, sizeof result.error, "the server closed a connection after %lld answers",
                 (long long)result.count);
        break;
      }
      one->filled += (size_t)got;
      result.bytes += got;
      int whole = whole_answer(one);
      if (whole < 0) {
        snprintf(result.error, sizeof result.error, "an answer other than 200: %.60s", one->buffer);
      } else if (whole > 0) {
        double time = now();
        if (result.count < most_samples) samples[result.count] = (float)((time - one->sent) * 1e3);
        result.count++;
        one->filled = 0;
        one->sent = time;
        send_all(one->socket, request, length);
      }
    }
  }
  result.seconds = now() - start;
  for (int at = 0; at < opened; at++) close(all[at].socket);
  size_t kept = (size_t)(result.count < most_samples ? result.count : most_samples);
  if (kept > 0) {
    qsort(samples, kept, sizeof *samples, order);
    result.p50_ms = samples[kept / 2];
    result.p99_ms = samples[kept * 99 / 100];
  }
  free(all), free(polls), free(samples);
  return result;
}
