#ifndef MARFA_CMICROHTTPD_SHIM_H
#define MARFA_CMICROHTTPD_SHIM_H
#include <microhttpd.h>

// Swift imports no variadic function, so each one that is needed has a plain shape here.

/// Starts a daemon with one thread of its own, without a listening socket: connections are handed
/// to it by `MHD_add_connection`. `context` is the first argument of every callback.
static inline struct MHD_Daemon *marfa_mhd_start(
    unsigned int flags, void *context, MHD_AccessHandlerCallback handler,
    MHD_RequestCompletedCallback completed,
    void *(*request_line)(void *, const char *, struct MHD_Connection *),
    MHD_NotifyConnectionCallback connection, size_t (*unescape)(void *, struct MHD_Connection *, char *),
    size_t memory_limit, unsigned int connection_limit, unsigned int timeout_seconds) {
  return MHD_start_daemon(
      flags, 0, NULL, NULL, handler, context,
      MHD_OPTION_NOTIFY_COMPLETED, completed, context,
      MHD_OPTION_URI_LOG_CALLBACK, request_line, context,
      MHD_OPTION_NOTIFY_CONNECTION, connection, context,
      MHD_OPTION_UNESCAPE_CALLBACK, unescape, context,
      MHD_OPTION_CONNECTION_MEMORY_LIMIT, memory_limit,
      MHD_OPTION_CONNECTION_LIMIT, connection_limit,
      MHD_OPTION_CONNECTION_TIMEOUT, timeout_seconds,
      MHD_OPTION_STRICT_FOR_CLIENT, (int) 1,
      MHD_OPTION_END);
}

/// The descriptor of a connection's socket, or -1.
static inline int marfa_mhd_descriptor(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return info == NULL ? -1 : info->connect_fd;
}

/// What the connection's first notification left for it, or NULL.
static inline void *marfa_mhd_socket_context(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
  return info == NULL ? NULL : info->socket_context;
}

/// Sets after how many idle seconds this one connection is cut; 0 means never.
static inline enum MHD_Result marfa_mhd_set_timeout(
    struct MHD_Connection *connection, unsigned int seconds) {
  return MHD_set_connection_option(connection, MHD_CONNECTION_OPTION_TIMEOUT, seconds);
}

/// Makes a response of unknown length go without chunks, its end marked by closing the connection.
static inline enum MHD_Result marfa_mhd_end_by_closing(struct MHD_Response *response) {
  return MHD_set_response_options(response, MHD_RF_HTTP_1_0_COMPATIBLE_STRICT, MHD_RO_END);
}

#endif
