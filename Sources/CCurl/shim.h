#ifndef MARFA_CCURL_SHIM_H
#define MARFA_CCURL_SHIM_H
#include <curl/curl.h>

// curl_easy_setopt and curl_easy_getinfo are variadic, which Swift cannot call.
static inline CURLcode shim_setopt_long(CURL *h, CURLoption o, long v) {
  return curl_easy_setopt(h, o, v);
}
static inline CURLcode shim_setopt_off(CURL *h, CURLoption o, curl_off_t v) {
  return curl_easy_setopt(h, o, v);
}
static inline CURLcode shim_setopt_ptr(CURL *h, CURLoption o, const void *v) {
  return curl_easy_setopt(h, o, v);
}
typedef size_t (*shim_data_cb)(char *, size_t, size_t, void *);
static inline CURLcode shim_setopt_data(CURL *h, CURLoption o, shim_data_cb f) {
  return curl_easy_setopt(h, o, f);
}
typedef int (*shim_seek_cb)(void *, curl_off_t, int);
static inline CURLcode shim_setopt_seek(CURL *h, CURLoption o, shim_seek_cb f) {
  return curl_easy_setopt(h, o, f);
}
typedef int (*shim_prereq_cb)(void *, char *, char *, int, int);
static inline CURLcode shim_setopt_prereq(CURL *h, CURLoption o, shim_prereq_cb f) {
  return curl_easy_setopt(h, o, f);
}
static inline CURLMcode shim_multi_setopt_long(CURLM *m, CURLMoption o, long v) {
  return curl_multi_setopt(m, o, v);
}
static inline CURLcode shim_getinfo_long(CURL *h, CURLINFO i, long *v) {
  return curl_easy_getinfo(h, i, v);
}
static inline CURLcode shim_getinfo_ptr(CURL *h, CURLINFO i, void *v) {
  return curl_easy_getinfo(h, i, v);
}
#endif
