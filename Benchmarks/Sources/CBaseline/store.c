#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "baseline.h"

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static int fail(baseline_result *result, sqlite3 *db, const char *what) {
  snprintf(result->error, sizeof result->error, "%s: %s", what,
           db ? sqlite3_errmsg(db) : "no connection");
  return 0;
}

static int run(baseline_result *result, sqlite3 *db, const char *sql) {
  return sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK ? 1 : fail(result, db, sql);
}

static int prepare(baseline_result *result, sqlite3 *db, const char *sql, sqlite3_stmt **out) {
  return sqlite3_prepare_v3(db, sql, -1, SQLITE_PREPARE_PERSISTENT, out, NULL) == SQLITE_OK
             ? 1
             : fail(result, db, sql);
}

static sqlite3 *open_store(baseline_result *result, const char *path) {
  sqlite3 *db = NULL;
  int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
  if (sqlite3_open_v2(path, &db, flags, NULL) != SQLITE_OK) {
    fail(result, db, "open");
    sqlite3_close(db);
    return NULL;
  }
  if (!run(result, db, "PRAGMA synchronous=NORMAL; PRAGMA foreign_keys=ON")) {
    sqlite3_close(db);
    return NULL;
  }
  return db;
}

baseline_result baseline_make(const char *path, const char *schema, const char *synchronous) {
  baseline_result result = {0};
  sqlite3 *db = open_store(&result, path);
  if (!db) return result;
  char pragma[64];
  snprintf(pragma, sizeof pragma, "PRAGMA synchronous=%s", synchronous);
  if (run(&result, db, "PRAGMA journal_mode=WAL") && run(&result, db, pragma)) {
    run(&result, db, schema);
  }
  sqlite3_close(db);
  return result;
}

char *baseline_shape(const char *path) {
  baseline_result result = {0};
  sqlite3 *db = open_store(&result, path);
  if (!db) return NULL;
  sqlite3_stmt *statement = NULL;
  char *shape = NULL;
  // The full-text table makes its own tables, and SQLite its own indexes.
  if (prepare(&result, db,
              "SELECT group_concat(sql, ';' || char(10)) || ';' FROM"
              " (SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL"
              " AND name NOT LIKE 'items_fts_%' AND name NOT LIKE 'sqlite_%' ORDER BY rowid)",
              &statement) &&
      sqlite3_step(statement) == SQLITE_ROW && sqlite3_column_text(statement, 0)) {
    shape = strdup((const char *)sqlite3_column_text(statement, 0));
  }
  sqlite3_finalize(statement);
  sqlite3_close(db);
  return shape;
}

static const char *insert_item =
    "INSERT INTO items (id, type, properties, state, tier, version, schema_version, source,"
    " occurred_at, created_at, updated_at, tags)"
    " VALUES (?1, 'core.note', ?2, 'active', 'library', ?4, 0, 'bench', ?3, ?3, ?3, NULL)";
static const char *insert_text =
    "INSERT INTO items_fts (rowid, title, body, description, name, extra, tags)"
    " VALUES (?1, ?2, ?3, '', '', '', '')";
static const char *insert_write =
    "INSERT INTO queue (id, kind, item_id, idempotency_key, queued_at, body)"
    " VALUES (?1, 'create_item', ?2, ?3, ?4, ?5)";

static void text(sqlite3_stmt *statement, int place, const char *value) {
  sqlite3_bind_text(statement, place, value, -1, SQLITE_STATIC);
}

static int step(baseline_result *result, sqlite3 *db, sqlite3_stmt *statement) {
  int state = sqlite3_step(statement);
  sqlite3_reset(statement);
  return state == SQLITE_DONE || state == SQLITE_ROW ? 1 : fail(result, db, "step");
}

static int put(baseline_result *result, sqlite3 *db, sqlite3_stmt *item, sqlite3_stmt *words,
               const baseline_item *value) {
  text(item, 1, value->id);
  text(item, 2, value->properties);
  text(item, 3, value->time);
  sqlite3_bind_int64(item, 4, 0);
  if (!step(result, db, item)) return 0;
  sqlite3_bind_int64(words, 1, sqlite3_last_insert_rowid(db));
  text(words, 2, value->title);
  text(words, 3, value->body);
  return step(result, db, words);
}

baseline_result baseline_run(const char *path, const char *sql) {
  baseline_result result = {0};
  sqlite3 *db = open_store(&result, path);
  if (!db) return result;
  run(&result, db, sql);
  sqlite3_close(db);
  return result;
}

baseline_result baseline_create(const char *path, const baseline_item *items, int64_t count) {
  baseline_result result = {0};
  sqlite3 *db = open_store(&result, path);
  if (!db) return result;
  sqlite3_stmt *begin = NULL, *commit = NULL, *item = NULL, *words = NULL, *write = NULL;
  if (prepare(&result, db, "BEGIN IMMEDIATE", &begin) && prepare(&result, db, "COMMIT", &commit) &&
      prepare(&result, db, insert_item, &item) && prepare(&result, db, insert_text, &words) &&
      prepare(&result, db, insert_write, &write)) {
    double start = now();
    for (; result.count < count; result.count++) {
      const baseline_item *value = items + result.count;
      if (!step(&result, db, begin) || !put(&result, db, item, words, value)) break;
      text(write, 1, value->write_id);
      text(write, 2, value->id);
      text(write, 3, value->key);
      text(write, 4, value->time);
      text(write, 5, value->properties);
      if (!step(&result, db, write) || !step(&result, db, commit)) break;
    }
    result.seconds = now() - start;
  }
  sqlite3_finalize(begin);
  sqlite3_finalize(commit);
  sqlite3_finalize(item);
  sqlite3_finalize(words);
  sqlite3_finalize(write);
  sqlite3_close(db);
  return result;
}

baseline_result baseline_bulk(const char *path, const baseline_item *items, int64_t count) {
  baseline_result result = {0};
  sqlite3 *db = open_store(&result, path);
  if (!db) return result;
  sqlite3_stmt *item = NULL, *words = NULL;
  if (prepare(&result, db, insert_item, &item) && prepare(&result, db, insert_text, &words)) {
    double start = now();
    if (run(&result, db, "BEGIN IMMEDIATE")) {
      for (; result.count < count; result.count++) {
        if (!put(&result, db, item, words, items + result.count)) break;
      }
      run(&result, db, "COMMIT");
    }
    result.seconds = now() - start;
  }
  sqlite3_finalize(item);
  sqlite3_finalize(words);
  sqlite3_close(db);
  return result;
}

baseline_result baseline_seed(
    const char *path, const baseline_item *items, int64_t count, int64_t version) {
  baseline_result result = {0};
  sqlite3 *db = open_store(&result, path);
  if (!db) return result;
  sqlite3_stmt *item = NULL, *pending = NULL;
  if (prepare(&result, db, insert_item, &item) &&
      prepare(&result, db, "INSERT INTO index_pending (item_seq) VALUES (last_insert_rowid())",
              &pending) &&
      run(&result, db, "BEGIN IMMEDIATE")) {
    for (; result.count < count; result.count++) {
      const baseline_item *value = items + result.count;
      text(item, 1, value->id);
      text(item, 2, value->properties);
      text(item, 3, value->time);
      sqlite3_bind_int64(item, 4, version);
      if (!step(&result, db, item) || !step(&result, db, pending)) break;
    }
    run(&result, db, "COMMIT");
  }
  sqlite3_finalize(item);
  sqlite3_finalize(pending);
  sqlite3_close(db);
  return result;
}

// Copies every column of the row, as a program does that keeps what it reads.
static int64_t copy_row(sqlite3_stmt *statement) {
  int64_t bytes = 0;
  int columns = sqlite3_column_count(statement);
  for (int at = 0; at < columns; at++) {
    if (sqlite3_column_type(statement, at) == SQLITE_TEXT) {
      const unsigned char *value = sqlite3_column_text(statement, at);
      size_t length = (size_t)sqlite3_column_bytes(statement, at);
      char *copy = malloc(length + 1);
      if (!copy) return -1;
      memcpy(copy, value, length + 1);
      bytes += (int64_t)length + (copy[0] != 0);
      free(copy);
    } else {
      bytes += sqlite3_column_int64(statement, at) != 0;
    }
  }
  return bytes;
}

static int order(const void *left, const void *right) {
  double a = *(const double *)left, b = *(const double *)right;
  return a < b ? -1 : a > b;
}

// Runs a statement, each run in a snapshot of its own, and keeps how long each took.
static void query(baseline_result *result, sqlite3 *db, sqlite3_stmt *statement,
                  const char *const *queries, int64_t count, int64_t times) {
  int64_t runs = count * times;
  double *taken = calloc((size_t)(runs > 0 ? runs : 1), sizeof(double));
  if (!taken) {
    fail(result, NULL, "memory");
    return;
  }
  double start = now();
  for (int64_t at = 0; at < runs; at++) {
    double before = now();
    if (queries) text(statement, 1, queries[at % count]);
    int state;
    while ((state = sqlite3_step(statement)) == SQLITE_ROW) {
      result->bytes += copy_row(statement);
      result->count++;
    }
    sqlite3_reset(statement);
    if (state != SQLITE_DONE) {
      fail(result, db, "step");
      break;
    }
    taken[at] = now() - before;
  }
  result->seconds = now() - start;
  qsort(taken, (size_t)runs, sizeof(double), order);
  if (runs > 0) {
    result->p50_ms = taken[runs / 2] * 1e3;
    result->p99_ms = taken[runs * 99 / 100] * 1e3;
  }
  free(taken);
}

#define COLUMNS                                                                            \
  "items.id, items.type, items.properties, items.state, items.tier, items.version,"        \
  " items.schema_version, items.source, items.source_id, items.occurred_at,"               \
  " items.created_at, items.updated_at, items.tags"

baseline_result baseline_read(const char *path, int64_t times) {
  baseline_result result = {0};
  sqlite3 *db = open_store(&result, path);
  if (!db) return result;
  sqlite3_stmt *statement = NULL;
  if (prepare(&result, db,
              "SELECT " COLUMNS " FROM items WHERE state = 'active'"
              " ORDER BY created_at DESC, id DESC LIMIT 50",
              &statement)) {
    query(&result, db, statement, NULL, 1, times);
  }
  sqlite3_finalize(statement);
  sqlite3_close(db);
  return result;
}

baseline_result baseline_search(
    const char *path, const char *const *queries, int64_t count, int64_t times) {
  baseline_result result = {0};
  sqlite3 *db = open_store(&result, path);
  if (!db) return result;
  sqlite3_stmt *statement = NULL;
  if (prepare(&result, db,
              "SELECT " COLUMNS ", bm25(items_fts) AS score,"
              " snippet(items_fts, -1, '<b>', '</b>', '...', 16)"
              " FROM items_fts JOIN items ON items.seq = items_fts.rowid"
              " WHERE items_fts MATCH ?1 AND items.state = 'active'"
              " ORDER BY score, items.id LIMIT 20",
              &statement)) {
    query(&result, db, statement, queries, count, times);
  }
  sqlite3_finalize(statement);
  sqlite3_close(db);
  return result;
}
