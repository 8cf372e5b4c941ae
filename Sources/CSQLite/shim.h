#ifndef MARFA_CSQLITE_SHIM_H
#define MARFA_CSQLITE_SHIM_H
#include <sqlite3.h>

// Swift imports no variadic function, so the one call of this one that is needed has a plain shape.

/// Stops counting memory in use, for which every allocation of every connection takes one lock.
static inline int marfa_sqlite_stop_counting_memory(void) {
  return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}
#endif
