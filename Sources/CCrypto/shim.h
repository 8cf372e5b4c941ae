#ifndef MARFA_CCRYPTO_SHIM_H
#define MARFA_CCRYPTO_SHIM_H
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/rand.h>
#endif
