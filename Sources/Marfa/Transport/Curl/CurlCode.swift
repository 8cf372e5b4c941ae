#if canImport(CCurl)
  import CCurl

  /// Reads the results of libcurl's transfers.
  enum CurlCode {
    /// Answers what a transfer that ended with `code` failed with, `nil` for a success.
    ///
    /// - Parameter phase: how far the request had come.
    static func failure(_ code: CURLcode, phase: TransportPhase) -> TransportError? {
      switch code {
      case CURLE_OK:
        return nil
      case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY:
        return .connection(.dns)
      case CURLE_COULDNT_CONNECT:
        return .connection(.refused)
      case CURLE_OPERATION_TIMEDOUT:
        return .connection(.timedOut(phase))
      case CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_GOT_NOTHING, CURLE_PARTIAL_FILE,
        CURLE_HTTP2, CURLE_HTTP2_STREAM, CURLE_SEND_FAIL_REWIND:
        return .connection(.dropped)
      case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM,
        CURLE_SSL_CIPHER, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR,
        CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_ENGINE_INITFAILED, CURLE_USE_SSL_FAILED,
        CURLE_SSL_PINNEDPUBKEYNOTMATCH:
        return .connection(.tls)
      case CURLE_WEIRD_SERVER_REPLY, CURLE_UNSUPPORTED_PROTOCOL, CURLE_BAD_CONTENT_ENCODING:
        return .connection(.unreadable)
      case CURLE_URL_MALFORMAT:
        return .notBuildable(.url)
      case CURLE_OUT_OF_MEMORY, CURLE_FAILED_INIT:
        return .local(.resources)
      default:
        return .connection(.other)
      }
    }
  }
#endif
