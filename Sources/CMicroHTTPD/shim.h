#ifndef MARFA_CMICROHTTPD_SHIM_H
#define MARFA_CMICROHTTPD_SHIM_H
#include <microhttpd.h>
#include <netinet/in.h>
#include <stdint.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

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
      // Strictness would refuse a request without a Host by itself, with its head sent twice, as
      // the library (0.9.75) does with all that it refuses between the fields and the handler. The
      // server refuses what strictness would.
      MHD_OPTION_STRICT_FOR_CLIENT, (int) 0,
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

/// How many bytes a connection has moved in both directions, as its client confirmed them, and how
/// many wait to be taken by the client. Answers 0 where the system doesn't tell.
static inline int marfa_socket_progress(int descriptor, uint64_t *moved, int *waiting) {
#if defined(__linux__)
  // The kernel's tcp_info by its places, which never change: headers that define it whole can't be
  // included beside the C library's own of that name.
  enum { tcp_info = 11, acknowledged_at = 120, received_at = 128, size = 136 };
  unsigned char info[size];
  socklen_t length = size;
  uint64_t acknowledged, received;
  if (getsockopt(descriptor, IPPROTO_TCP, tcp_info, info, &length) != 0 || length < size) return 0;
  if (ioctl(descriptor, TIOCOUTQ, waiting) != 0) return 0;
  memcpy(&acknowledged, info + acknowledged_at, sizeof acknowledged);
  memcpy(&received, info + received_at, sizeof received);
  *moved = acknowledged + received;
  return 1;
#else
  (void)descriptor, (void)moved, (void)waiting;
  return 0;
#endif
}

#endif
