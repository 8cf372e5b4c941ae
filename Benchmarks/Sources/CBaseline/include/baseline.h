#ifndef MARFA_BASELINE_H
#define MARFA_BASELINE_H

#include <stddef.h>
#include <stdint.h>

// The texts of one item. All are UTF-8 and end with a zero byte.
typedef struct {
  const char *id;
  const char *key;         // idempotency key of its write
  const char *write_id;    // id of its write
  const char *time;        // created, updated, occurred
  const char *properties;  // JSON
  const char *title;
  const char *body;
} baseline_item;

// What a loop did. `error` is empty when it did all of it.
typedef struct {
  double seconds;
  int64_t count;   // items, rows or requests
  int64_t bytes;   // bytes copied out, so that no loop can be left out by the compiler
  double p50_ms;
  double p99_ms;
  char error[256];
} baseline_result;

// Makes a store: write-ahead log, `synchronous` as named, and the tables of `schema`.
baseline_result baseline_make(const char *path, const char *schema, const char *synchronous);

// The statements that made a store's tables and indexes, in their order; `free` it. NULL when the
// store can't be read.
char *baseline_shape(const char *path);

// Puts rows of a version into a store of the product, listed as not indexed yet, in one transaction.
baseline_result baseline_seed(
  const char *path, const baseline_item *items, int64_t count, int64_t version);

// Runs statements on a store that nobody else has open.
baseline_result baseline_run(const char *path, const char *sql);

// One transaction an item: the row, its full-text row, its queued write. Default checkpoints.
baseline_result baseline_create(const char *path, const baseline_item *items, int64_t count);

// All rows and their full-text rows in one transaction.
baseline_result baseline_bulk(const char *path, const baseline_item *items, int64_t count);

// Reads the newest 50 active items, `times` times over, and copies every column out.
baseline_result baseline_read(const char *path, int64_t times);

// Searches for each query, the best 20 first with an excerpt, and copies every column out.
baseline_result baseline_search(
  const char *path, const char *const *queries, int64_t count, int64_t times);

// A server of the bare HTTP library that answers every GET with the same body.
typedef struct baseline_server baseline_server;
baseline_server *baseline_server_start(
  unsigned int threads, const char *body, size_t length, uint16_t *port);
void baseline_server_stop(baseline_server *server);

// Sends the same request over `connections` kept-alive connections for so many seconds.
// Answers the requests done; an answer other than 200 is an error.
baseline_result baseline_load(
  uint16_t port, const char *request, size_t length, int connections, double seconds);

#endif
