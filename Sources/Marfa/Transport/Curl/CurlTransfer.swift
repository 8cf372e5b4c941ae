#if canImport(CCurl)
  import CCurl
  import Foundation
  import Resilience

  /// One request while libcurl works on it.
  ///
  /// It lives on the loop's thread, where libcurl's callbacks come in as well.
  // Unchecked: after it is made, only the loop's thread touches anything but `exchange`, which
  // has a lock of its own; between the two a command goes through the loop's locked mailbox.
  final class CurlTransfer: @unchecked Sendable {
    let exchange: Exchange
    private let request: TransportRequest
    private let address: TransportAddress
    private let clock: any WaitingClock
    private(set) var timer: TransferTimer
    private var upload: CurlUpload?
    private var headParser = TransportHeadParser()
    private var headerList: UnsafeMutablePointer<curl_slist>?
    /// Why a callback stopped the transfer, which libcurl's own code does not say.
    private var failure: TransportError?
    private(set) var handle: UnsafeMutableRawPointer?

    init(
      _ request: TransportRequest, address: TransportAddress, exchange: Exchange,
      clock: any WaitingClock
    ) {
      self.request = request
      self.address = address
      self.exchange = exchange
      self.clock = clock
      timer = TransferTimer(request)
    }

    /// Sets a handle up for this request.
    ///
    /// - Throws: ``TransportError/local(_:)``; the handle stays the caller's.
    func prepare(_ handle: UnsafeMutableRawPointer) throws(TransportError) {
      upload = try CurlUpload(request.body)
      self.handle = handle
      setBasics(handle)
      setMethod(handle)
      setHeaders(handle)
      setCallbacks(handle)
    }

    /// Takes the transfer's end from libcurl, or from whoever ended it before.
    func end(_ error: TransportError?) {
      exchange.finish(failure ?? error)
      release()
    }

    /// Gives back everything but the handle, which the loop keeps.
    func release() {
      curl_slist_free_all(headerList)
      headerList = nil
      upload?.end()
      upload = nil
      handle = nil
    }

    // MARK: Setting up

    private func setBasics(_ handle: UnsafeMutableRawPointer) {
      setText(handle, CURLOPT_URL, request.url)
      setText(handle, CURLOPT_PROTOCOLS_STR, "http,https")
      // Dots and all, as the caller wrote it.
      setNumber(handle, CURLOPT_PATH_AS_IS, 1)
      setNumber(handle, CURLOPT_FOLLOWLOCATION, 0)
      setNumber(handle, CURLOPT_NETRC, Int(CURL_NETRC_IGNORED.rawValue))
      setNumber(handle, CURLOPT_NOSIGNAL, 1)
      setNumber(handle, CURLOPT_TCP_NODELAY, 1)
      setNumber(handle, CURLOPT_TCP_KEEPALIVE, 1)
      setNumber(handle, CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS))
      setNumber(handle, CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
      setNumber(handle, CURLOPT_BUFFERSIZE, TransportTuning.receiveBufferBytes)
      setNumber(handle, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
      let connect = request.connectTimeout.wholeMilliseconds
      // Zero would mean libcurl's own 300 seconds.
      setNumber(handle, CURLOPT_CONNECTTIMEOUT_MS, Int(min(max(connect, 1), 2_147_483_647)))
      if address.isLoopback { setText(handle, CURLOPT_NOPROXY, "*") }
      // On a connection that is used again libcurl repeats a request which got lost before its
      // answer. What must not happen twice goes out on a connection of its own instead.
      if !request.isReplayable { setNumber(handle, CURLOPT_FRESH_CONNECT, 1) }
    }

    private func setMethod(_ handle: UnsafeMutableRawPointer) {
      if let upload {
        setNumber(handle, CURLOPT_UPLOAD, 1)
        _ = shim_setopt_off(handle, CURLOPT_INFILESIZE_LARGE, curl_off_t(upload.size))
        setText(handle, CURLOPT_CUSTOMREQUEST, request.method)
      } else if request.method == "HEAD" {
        setNumber(handle, CURLOPT_NOBODY, 1)
      } else if ["POST", "PUT", "PATCH"].contains(request.method) {
        // These say that their body is empty (RFC 9110, section 8.6).
        setNumber(handle, CURLOPT_UPLOAD, 1)
        _ = shim_setopt_off(handle, CURLOPT_INFILESIZE_LARGE, 0)
        setText(handle, CURLOPT_CUSTOMREQUEST, request.method)
      } else {
        setNumber(handle, CURLOPT_HTTPGET, 1)
        if request.method != "GET" { setText(handle, CURLOPT_CUSTOMREQUEST, request.method) }
      }
    }

    private func setHeaders(_ handle: UnsafeMutableRawPointer) {
      let given = TransportHeaders(request.headers)
      for (name, value) in request.headers {
        // libcurl writes a field without a value only when it ends with a semicolon.
        append(value.isEmpty ? "\(name);" : "\(name): \(value)")
      }
      // Fields that libcurl adds by itself. The first would hold a body back until the server
      // asks for it.
      if given["Expect"] == nil { append("Expect:") }
      if given["Accept"] == nil { append("Accept:") }
      if let headerList { _ = shim_setopt_ptr(handle, CURLOPT_HTTPHEADER, headerList) }
    }

    private func append(_ line: String) {
      // On a failure to get memory the list is left as it was.
      if let longer = curl_slist_append(headerList, line) { headerList = longer }
    }

    private func setCallbacks(_ handle: UnsafeMutableRawPointer) {
      let me = UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())
      _ = shim_setopt_data(handle, CURLOPT_HEADERFUNCTION, CurlCallbacks.header)
      _ = shim_setopt_ptr(handle, CURLOPT_HEADERDATA, me)
      _ = shim_setopt_data(handle, CURLOPT_WRITEFUNCTION, CurlCallbacks.write)
      _ = shim_setopt_ptr(handle, CURLOPT_WRITEDATA, me)
      _ = shim_setopt_data(handle, CURLOPT_READFUNCTION, CurlCallbacks.read)
      _ = shim_setopt_ptr(handle, CURLOPT_READDATA, me)
      _ = shim_setopt_seek(handle, CURLOPT_SEEKFUNCTION, CurlCallbacks.seek)
      _ = shim_setopt_ptr(handle, CURLOPT_SEEKDATA, me)
      _ = shim_setopt_prereq(handle, CURLOPT_PREREQFUNCTION, CurlCallbacks.prerequest)
      _ = shim_setopt_ptr(handle, CURLOPT_PREREQDATA, me)
    }

    private func setNumber(_ handle: UnsafeMutableRawPointer, _ option: CURLoption, _ value: Int) {
      _ = shim_setopt_long(handle, option, value)
    }

    private func setText(_ handle: UnsafeMutableRawPointer, _ option: CURLoption, _ text: String) {
      // libcurl keeps a copy.
      text.withCString { _ = shim_setopt_ptr(handle, option, $0) }
    }

    // MARK: What libcurl calls

    func connected() {
      timer.sent(now: clock.now)
    }

    func receiveHeader(_ line: UnsafeRawBufferPointer) -> Int {
      switch headParser.take(line) {
      case .incomplete:
        return line.count
      case .complete(let head):
        timer.headReceived(now: clock.now)
        exchange.receiveHead(head)
        return line.count
      case .failed(let error):
        failure = error
        // Anything but the count stops the transfer.
        return line.count == 0 ? 1 : 0
      }
    }

    func receiveBody(_ bytes: UnsafeRawBufferPointer) -> Int {
      exchange.offer(bytes) ? bytes.count : Int(CURL_WRITEFUNC_PAUSE)
    }

    func readBody(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
      switch upload?.read(into: buffer) ?? .bytes(0) {
      case .bytes(let count):
        timer.sent(now: clock.now)
        return count
      case .failed:
        failure = .local(.unreadableFile)
        return Int(CURL_READFUNC_ABORT)
      }
    }

    func seekBody(to place: Int) -> Bool {
      upload?.seek(to: place) ?? (place == 0)
    }
  }
#endif
