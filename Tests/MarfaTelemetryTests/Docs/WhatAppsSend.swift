import MarfaModel
import Resilience

@testable import MarfaCLI
@testable import MarfaTelemetry

/// The text of `docs/what-apps-send.md`, made from the tables that the encoders write by.
enum WhatAppsSend {
  /// The whole page.
  static func page() -> String {
    [head, failures, kinds, events, command, headers, never, off].joined(separator: "\n")
  }

  private static let head = """
    # What apps send

    This page lists everything that an app built with `MarfaTelemetry` can send, and how a person
    turns it off. It is made from the code's own tables; a test fails when the two differ. To see
    whole requests, run `marfa telemetry show`.

    An app sends only when both hold:

    - its maker built in a destination: the host of a PostHog project and the project's token.
      Marfa has none of its own, and a build from public source lacks the token;
    - its person switched reporting on. It is off at first.

    An app's events are of its maker's choosing, so an app lists its own in a table like those
    below. Marfa's own program, the `marfa` command with its server, sends nothing unless the person
    who starts it sets three variables ([below](#the-marfa-command)).

    """

  private static var failures: String {
    """
    ## A failure

    `POST {host}\(FailureEncoder.path)`, the event `\(FailureEncoder.event)`, with the project's token \
    as `api_key`. One failure
    is one request. The same kind during the same operation is told at most once in \
    \(seconds(Tuning.failureSilence)) s, and
    \(Tuning.failuresInWindow) failures in any \(seconds(Tuning.failureWindow)) s. Work that was \
    called off is never told.

    | field | what it is, and why it is sent |
    |---|---|

    """ + rows(FailureField.allCases.map { ($0.rawValue, $0.purpose) })
  }

  private static var kinds: String {
    """
    The type and the sentence of an SDK error are always one of these. Any other error has the name
    of its type and the sentence “\(FailureReport.foreignSentence)” A failure that no error stands
    for has a type and a sentence that are fixed in the app's source.

    | type | sentence |
    |---|---|

    """
      + rows(
        MarfaErrorKind.allCases.filter { $0 != .canceled }.map { ($0.rawValue, $0.sentence) })
  }

  private static var events: String {
    """
    ## Events

    `POST {host}\(RecordEncoder.path)`, in the OTLP format, with the project's token in the \
    `Authorization` header.
    A request holds up to \(Tuning.batch) events. It goes when that many wait, \
    \(seconds(Tuning.linger)) s after the first of them, or when
    the app quits. At most \(Tuning.capacity) wait; the oldest beyond that are dropped.

    Each request says of its sender (scope `\(RecordEncoder.scope)`):

    | field | what it is, and why it is sent |
    |---|---|

    """ + rows(ResourceField.allCases.map { ($0.rawValue, $0.purpose) }) + """

      And of each event:

      | field | what it is, and why it is sent |
      |---|---|

      """ + rows(RecordField.allCases.map { ($0.rawValue, $0.purpose) })
  }

  private static var command: String {
    """
    ## The `marfa` command

    It has no destination of its own either, and reports nothing until whoever starts it sets these
    three variables of the environment:

    | variable | what it holds |
    |---|---|

    """ + rows(TelemetryVariable.allCases.map { ($0.rawValue, $0.meaning) }) + """

      Then each command, `serve` among them, tells one event as it ends, `\(CommandTelemetry.event)`, \
      and what it failed with,
      except for a command line that was not understood:

      | attribute | what it is, and why it is sent |
      |---|---|

      """ + rows(CommandAttribute.allCases.map { ("\($0.name)", $0.purpose) }) + """

        A command waits up to \(seconds(CommandTelemetry.deadline)) s for it to be sent. Nothing is sent \
        when a setting can't be used; one line says so.


        """
  }

  private static var headers: String {
    """
    ## Headers

    Every request has these, so that the system does not fill in the person's languages or the
    app's build, and besides them only what any request needs (`Host`, `Content-Length`, `Accept`,
    `Accept-Encoding`, `Connection`):

    | header | value |
    |---|---|

    """ + rows(RequestHeaders.common.sorted { $0.key < $1.key }.map { ($0.key, "`\($0.value)`") })
  }

  private static let never = """
    ## What is never sent

    The content of notes, titles, tags, ids of items, keys, the id, name or address of a server,
    paths of files, search text, messages of errors and anything else an error carries. Operations,
    names and texts must stand in the app's source: a text that is read at run time does not
    compile. No cookie is kept and no redirect followed. Nothing is stored on the device, and a request
    that fails is not sent again, unless the app's maker asked for a spool: then whole requests that
    did not get through wait in one small file and are sent once more after another one got through.

    As with any connection, the host sees the network address that a request comes from. The
    requests ask it to look up no place from it; whether it is kept is a setting of the project
    (“Discard client IP data”).

    """

  private static let off = """
    ## Turning it off

    Turn off reporting in the app's settings. The app hands the choice on at once
    (`Telemetry.shared.isEnabled = false`): everything that waits is dropped, a request under way is
    stopped, the file of a spool is deleted, and nothing more is sent. Turning it on later brings none
    of it back.

    The `marfa` command stops with `MARFA_TELEMETRY=off`, or without that variable. Nothing needs to
    be turned off for an app whose maker set no destination.

    """

  private static func seconds(_ duration: Duration) -> Int64 { duration.components.seconds }

  private static func rows(_ rows: [(String, String)]) -> String {
    rows.map { "| `\($0.0)` | \($0.1) |\n" }.joined()
  }
}
