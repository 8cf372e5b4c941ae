#include <microhttpd.h>
#include <netinet/in.h>
#include <stdlib.h>

#include "baseline.h"

struct baseline_server {
  struct MHD_Daemon *daemon;
  struct MHD_Response *response;
};

static enum MHD_Result answer(void *context, struct MHD_Connection *connection, const char *url,
                              const char *method, const char *version, const char *upload,
                              size_t *upload_size, void **state) {
  (void)url, (void)method, (void)version, (void)upload, (void)upload_size;
  // The first call only tells that the head is here; answering in it would end the connection.
  if (!*state) {
    *state = context;
    return MHD_YES;
  }
  return MHD_queue_response(connection, MHD_HTTP_OK, ((baseline_server *)context)->response);
}

baseline_server *baseline_server_start(
    unsigned int threads, const char *body, size_t length, uint16_t *port) {
  baseline_server *server = calloc(1, sizeof *server);
  if (!server) return NULL;
  server->response =
      MHD_create_response_from_buffer(length, (void *)(intptr_t)body, MHD_RESPMEM_MUST_COPY);
  if (server->response) {
    MHD_add_response_header(server->response, "Content-Type", "application/json");
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    server->daemon = MHD_start_daemon(
        MHD_USE_EPOLL_INTERNAL_THREAD, 0, NULL, NULL, answer, server, MHD_OPTION_THREAD_POOL_SIZE,
        threads, MHD_OPTION_SOCK_ADDR, (struct sockaddr *)&address, MHD_OPTION_END);
  }
  if (!server->daemon) {
    baseline_server_stop(server);
    return NULL;
  }
  *port = MHD_get_daemon_info(server->daemon, MHD_DAEMON_INFO_BIND_PORT)->port;
  return server;
}

void baseline_server_stop(baseline_server *server) {
  if (!server) return;
  if (server->daemon) MHD_stop_daemon(server->daemon);
  if (server->response) MHD_destroy_response(server->response);
  free(server);
}
