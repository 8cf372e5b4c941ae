#define _GNU_SOURCE
#include <arpa/inet.h>
#include <curl/curl.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "echo.h"

struct baseline_echo {
  struct MHD_Daemon *daemon;
  char *root;
};

typedef struct {
  char *bytes;
  size_t length, room;
} text;

static int append(text *to, const char *bytes, size_t length) {
  if (to->length + length + 1 > to->room) {
    size_t room = (to->length + length + 1) * 2;
    char *grown = realloc(to->bytes, room);
    if (!grown) return 0;
    to->bytes = grown, to->room = room;
  }
  memcpy(to->bytes + to->length, bytes, length);
  to->length += length;
  to->bytes[to->length] = 0;
  return 1;
}

// The object behind a name: from its brace to the one that closes it.
static const char *object(const char *body, const char *name, size_t *length) {
  const char *start = body ? strstr(body, name) : NULL;
  if (!start || !(start = strchr(start + strlen(name), '{'))) return NULL;
  int depth = 0, quoted = 0;
  for (const char *at = start; *at; at++) {
    if (quoted) {
      if (*at == '\\' && at[1]) at++;
      else if (*at == '"') quoted = 0;
    } else if (*at == '"') quoted = 1;
    else if (*at == '{') depth++;
    else if (*at == '}' && --depth == 0) {
      *length = (size_t)(at - start + 1);
      return start;
    }
  }
  return NULL;
}

static enum MHD_Result reply(struct MHD_Connection *connection, unsigned int status, char *body,
                             enum MHD_ResponseMemoryMode mode) {
  struct MHD_Response *response = MHD_create_response_from_buffer(strlen(body), body, mode);
  if (!response) return MHD_NO;
  MHD_add_response_header(response, "Content-Type", "application/json");
  MHD_add_response_header(response, "X-Marfa-Contract", "0");
  enum MHD_Result result = MHD_queue_response(connection, status, response);
  MHD_destroy_response(response);
  return result;
}

static enum MHD_Result answer(void *context, struct MHD_Connection *connection, const char *url,
                              const char *method, const char *version, const char *upload,
                              size_t *upload_size, void **state) {
  (void)version;
  baseline_echo *server = context;
  if (!*state) return (*state = calloc(1, sizeof(text))) ? MHD_YES : MHD_NO;
  text *body = *state;
  if (*upload_size > 0) {
    int kept = append(body, upload, *upload_size);
    *upload_size = 0;
    return kept ? MHD_YES : MHD_NO;
  }
  if (strcmp(method, "GET") == 0) {
    return reply(connection, MHD_HTTP_OK, server->root, MHD_RESPMEM_PERSISTENT);
  }
  char id[64] = "";
  if (strncmp(url, "/items/", 7) == 0) {
    snprintf(id, sizeof id, "%s", url + 7);
  } else if (body->bytes) {
    const char *named = strstr(body->bytes, "\"id\":\"");
    if (named) sscanf(named + 6, "%36[0-9a-f-]", id);
  }
  long base = 0;
  const char *based = body->bytes ? strstr(body->bytes, "\"version\":") : NULL;
  if (based) base = strtol(based + 10, NULL, 10);
  size_t length = 2;
  const char *properties = object(body->bytes, "\"properties\":", &length);
  if (!properties) properties = "{}";
  const char *time = "2026-01-02T03:04:05.000Z";
  char *row = NULL;
  int made = asprintf(
      &row,
      "{\"item\":{\"id\":\"%s\",\"type\":\"core.note\",\"properties\":%.*s,\"state\":\"active\","
      "\"tier\":\"library\",\"version\":%ld,\"schema_version\":1,\"source\":\"key\","
      "\"occurred_at\":\"%s\",\"created_at\":\"%s\",\"updated_at\":\"%s\"},"
      "\"metadata\":{\"item_id\":\"%s\",\"tags\":[],\"extensions\":{}}}",
      id, (int)length, properties, base + 1, time, time, time, id);
  if (made < 0) return MHD_NO;
  return reply(connection, MHD_HTTP_OK, row, MHD_RESPMEM_MUST_FREE);
}

static void done(void *context, struct MHD_Connection *connection, void **state,
                 enum MHD_RequestTerminationCode reason) {
  (void)context, (void)connection, (void)reason;
  text *body = *state;
  if (body) free(body->bytes);
  free(body);
  *state = NULL;
}

baseline_echo *baseline_echo_start(uint16_t port, const char *root) {
  baseline_echo *server = calloc(1, sizeof *server);
  if (!server) return NULL;
  server->root = strdup(root);
  struct sockaddr_in address = {.sin_family = AF_INET,
                                .sin_port = htons(port),
                                .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  server->daemon = MHD_start_daemon(
      MHD_USE_EPOLL_INTERNAL_THREAD, 0, NULL, NULL, answer, server, MHD_OPTION_SOCK_ADDR,
      (struct sockaddr *)&address, MHD_OPTION_LISTENING_ADDRESS_REUSE, 1u,
      MHD_OPTION_NOTIFY_COMPLETED, done, NULL, MHD_OPTION_END);
  if (!server->daemon || !server->root) {
    baseline_echo_stop(server);
    return NULL;
  }
  return server;
}

void baseline_echo_stop(baseline_echo *server) {
  if (!server) return;
  if (server->daemon) MHD_stop_daemon(server->daemon);
  free(server->root);
  free(server);
}

static size_t take(char *bytes, size_t size, size_t count, void *into) {
  return append(into, bytes, size * count) ? size * count : 0;
}

baseline_result baseline_send(uint16_t port, const baseline_item *items, int64_t count) {
  baseline_result result = {0};
  CURL *curl = curl_easy_init();
  text answered = {0}, body = {0};
  if (!curl) {
    snprintf(result.error, sizeof result.error, "libcurl does not start");
    return result;
  }
  curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, take);
  curl_easy_setopt(curl, CURLOPT_WRITEDATA, &answered);
  curl_easy_setopt(curl, CURLOPT_CUSTOMREQUEST, "PATCH");
  struct timespec from, to;
  clock_gettime(CLOCK_MONOTONIC, &from);
  for (int64_t at = 0; at < count && !result.error[0]; at++) {
    char url[160], key[96];
    snprintf(url, sizeof url, "http://127.0.0.1:%u/items/%s?conflict=auto", port, items[at].id);
    snprintf(key, sizeof key, "Idempotency-Key: %s", items[at].key);
    body.length = answered.length = 0;
    append(&body, "{\"properties\":", 14);
    append(&body, items[at].properties, strlen(items[at].properties));
    append(&body, ",\"version\":1}", 13);
    struct curl_slist *headers = curl_slist_append(NULL, "Accept: application/json");
    headers = curl_slist_append(headers, "Content-Type: application/json");
    headers = curl_slist_append(headers, "Authorization: Bearer mk_0123456789abcdef");
    headers = curl_slist_append(headers, key);
    curl_easy_setopt(curl, CURLOPT_URL, url);
    curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers);
    curl_easy_setopt(curl, CURLOPT_POSTFIELDSIZE, (long)body.length);
    curl_easy_setopt(curl, CURLOPT_POSTFIELDS, body.bytes);
    CURLcode code = curl_easy_perform(curl);
    long status = 0;
    curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status);
    curl_slist_free_all(headers);
    if (code != CURLE_OK || status != 200) {
      snprintf(result.error, sizeof result.error, "request %lld: %s, status %ld", (long long)at,
               curl_easy_strerror(code), status);
    }
    result.count++;
    result.bytes += (int64_t)answered.length;
  }
  clock_gettime(CLOCK_MONOTONIC, &to);
  result.seconds =
      (double)(to.tv_sec - from.tv_sec) + (double)(to.tv_nsec - from.tv_nsec) / 1e9;
  curl_easy_cleanup(curl);
  free(answered.bytes), free(body.bytes);
  return result;
}
