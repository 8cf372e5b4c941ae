#ifndef MARFA_CSQLITE_SHIM_H
#define MARFA_CSQLITE_SHIM_H
#include <sqlite3.h>
#include <stddef.h>

// Swift imports no variadic function, so the one call of this one that is needed has a plain shape.

/// Stops counting memory in use, for which every allocation of every connection takes one lock.
static inline int marfa_sqlite_stop_counting_memory(void) {
  return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}

/// The system's error at which the last operation on one file of a store failed, 0 for none.
///
/// `sqlite3_system_errno` asks too late: by then a lock was let go, and `errno` with it.
static inline int marfa_sqlite_file_errno(sqlite3 *db, int file_pointer) {
  sqlite3_file *file = NULL;
  int code = 0;
  if (sqlite3_file_control(db, "main", file_pointer, &file) != SQLITE_OK) return 0;
  if (file == NULL || file->pMethods == NULL) return 0;
  if (file->pMethods->xFileControl(file, SQLITE_FCNTL_LAST_ERRNO, &code) != SQLITE_OK) return 0;
  return code;
}

/// The same for the store's log.
static inline int marfa_sqlite_log_errno(sqlite3 *db) {
  return marfa_sqlite_file_errno(db, SQLITE_FCNTL_JOURNAL_POINTER);
}

/// The same for the store's own file.
static inline int marfa_sqlite_store_errno(sqlite3 *db) {
  return marfa_sqlite_file_errno(db, SQLITE_FCNTL_FILE_POINTER);
}
#endif
