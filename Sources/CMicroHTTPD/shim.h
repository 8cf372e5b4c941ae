#ifndef MARFA_CMICROHTTPD_SHIM_H
#define MARFA_CMICROHTTPD_SHIM_H
#include <microhttpd.h>
#endif
