#ifndef MARFA_ECHO_H
#define MARFA_ECHO_H

#include "baseline.h"

// A server of the bare HTTP library that takes every write at once: an item one version on, or at
// version 1, with the properties that were sent. It keeps nothing. `root` answers GET /.
typedef struct baseline_echo baseline_echo;
baseline_echo *baseline_echo_start(uint16_t port, const char *root);
void baseline_echo_stop(baseline_echo *server);

// Sends one change of each item by libcurl over one kept-alive connection, each answer read whole
// before the next request. The properties are sent on version 1, under the item's key.
baseline_result baseline_send(uint16_t port, const baseline_item *items, int64_t count);

#endif
