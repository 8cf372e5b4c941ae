#if canImport(CCurl)
  import CCurl

  /// The functions that libcurl calls, each with the transfer it belongs to.
  enum CurlCallbacks {
    static let header: shim_data_cb = { bytes, size, count, user in
      guard let transfer = transfer(user) else { return 0 }
      return transfer.receiveHeader(UnsafeRawBufferPointer(start: bytes, count: size * count))
    }

    static let write: shim_data_cb = { bytes, size, count, user in
      guard let transfer = transfer(user) else { return 0 }
      return transfer.receiveBody(UnsafeRawBufferPointer(start: bytes, count: size * count))
    }

    static let read: shim_data_cb = { buffer, size, count, user in
      guard let transfer = transfer(user) else { return Int(CURL_READFUNC_ABORT) }
      return transfer.readBody(
        UnsafeMutableRawBufferPointer(start: buffer, count: size * count))
    }

    static let seek: shim_seek_cb = { user, place, origin in
      // libcurl only ever names places from the beginning (SEEK_SET).
      guard origin == 0, let transfer = transfer(user), transfer.seekBody(to: Int(place)) else {
        return CURL_SEEKFUNC_FAIL
      }
      return CURL_SEEKFUNC_OK
    }

    static let prerequest: shim_prereq_cb = { user, _, _, _, _ in
      transfer(user)?.connected()
      return CURL_PREREQFUNC_OK
    }

    /// The loop holds each transfer until its handle is taken out of the multi handle, after which
    /// libcurl calls nothing for it.
    private static func transfer(_ user: UnsafeMutableRawPointer?) -> CurlTransfer? {
      user.map { Unmanaged<CurlTransfer>.fromOpaque($0).takeUnretainedValue() }
    }
  }
#endif
