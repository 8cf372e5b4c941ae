#ifndef MARFA_CSQLITE_SHIM_H
#define MARFA_CSQLITE_SHIM_H
#include <sqlite3.h>
#endif
