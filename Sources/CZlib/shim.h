#ifndef MARFA_CZLIB_SHIM_H
#define MARFA_CZLIB_SHIM_H
#include <zlib.h>
#endif
