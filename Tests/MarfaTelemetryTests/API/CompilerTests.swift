import Foundation
import Testing

/// What the compiler takes and refuses of an app's file, asked of the compiler itself.
@Suite("The compiler")
struct CompilerTests {
  @Test("takes what the documentation shows (R98-R105, R138-R141)")
  func taken() throws {
    let outcome = try Fixture(source: Self.taken).check()
    #expect(outcome.status == 0, "\(outcome.text)")
  }

  @Test("refuses every text that is made at run time, wherever it is put (R142)")
  func refused() throws {
    let outcome = try Fixture(source: Self.refused).check()
    #expect(outcome.status == 0, "\(outcome.text)")
  }

  @Test("is really asked: an error that a fixture does not expect fails it")
  func asked() throws {
    let outcome = try Fixture(source: "import MarfaTelemetry\nlet x: Int = Telemetry.shared\n")
      .check()
    #expect(outcome.status != 0)
    #expect(outcome.text.contains("cannot convert"))
  }

  private static let taken = """
    import Foundation
    import MarfaTelemetry

    func start(_ projectToken: String, _ appVersion: String, _ reportingIsOn: Bool) throws {
      Telemetry.shared.configure(
        Telemetry.Configuration(
          destination: try Telemetry.Destination(
            host: URL(string: "https://eu.i.posthog.com")!,
            projectToken: projectToken),
          serviceName: "notes",
          serviceVersion: appVersion))
      Telemetry.shared.isEnabled = reportingIsOn
    }

    func tell(_ error: any Error, _ pending: Int, _ most: UInt64, _ share: Double) async {
      Telemetry.shared.report(error, during: "drain")
      Telemetry.shared.report(
        type: "editor_ended",
        sentence: "The editor's web process ended.",
        during: "editing")
      Telemetry.shared.log("drain_finished", attributes: ["pending": 3, "complete": true])
      Telemetry.shared.log("opened", level: .debug)
      Telemetry.shared.log(
        "drained",
        attributes: [
          "pending": pending, "most": most, "share": share, "half": 0.5,
          "kind": "fixed" as StaticString,
        ])
      await Telemetry.shared.flush()
      await Telemetry.shared.flush(deadline: .milliseconds(300))
    }

    func check(_ host: URL) -> Telemetry.ConfigurationError? {
      do throws(Telemetry.ConfigurationError) {
        _ = try Telemetry.Destination(host: host, projectToken: "")
        return nil
      } catch {
        return error
      }
    }

    enum Phase: TelemetryValue {
      case early, late
      var telemetryValue: Telemetry.AttributeValue {
        switch self {
        case .early: .init("early")
        case .late: .init("late")
        }
      }
    }
    """

  private static let refused = """
    import Foundation
    import MarfaTelemetry

    func tell(_ error: any Error, _ title: String, _ number: Int) {
      // An operation.
      Telemetry.shared.report(error, during: title) // expected-error {{cannot convert}}
      Telemetry.shared.report(error, during: "of \\(number)") // expected-error {{cannot convert}}
      // A failure's own words.
      Telemetry.shared.report(type: title, sentence: "s", during: "o") // expected-error {{cannot convert}}
      Telemetry.shared.report(type: "t", sentence: title, during: "o") // expected-error {{cannot convert}}
      Telemetry.shared.report(type: "t", sentence: "s", during: title) // expected-error {{cannot convert}}
      // An event's name.
      Telemetry.shared.log(title) // expected-error {{cannot convert}}
      Telemetry.shared.log("of \\(number)") // expected-error {{cannot convert}}
      // An attribute's name.
      Telemetry.shared.log("e", attributes: [title: 1]) // expected-error {{cannot convert}}
      Telemetry.shared.log("e", attributes: ["of \\(number)": 1]) // expected-error {{cannot convert}}
      // An attribute's value.
      Telemetry.shared.log("e", attributes: ["a": title]) // expected-error {{cannot convert}}
      Telemetry.shared.log("e", attributes: ["a": "of \\(number)"]) // expected-error {{cannot convert}}
      Telemetry.shared.log("e", attributes: ["a": "a bare literal is a String"]) // expected-error {{cannot convert}}
      Telemetry.shared.log("e", attributes: ["a": title.first!]) // expected-error {{cannot convert}}
      Telemetry.shared.log("e", attributes: ["a": Data(title.utf8)]) // expected-error {{cannot convert}}
      Telemetry.shared.log("e", attributes: ["a": [title]]) // expected-error {{cannot convert}}
      Telemetry.shared.log("e", attributes: ["a": error]) // expected-error {{cannot convert}}
    }

    struct Smuggled: TelemetryValue {
      let title: String
      var telemetryValue: Telemetry.AttributeValue {
        .init(title) // expected-error {{no exact matches}}
      }
    }

    func smuggle(_ title: String) -> Telemetry.AttributeValue {
      Telemetry.AttributeValue(content: title) // expected-error {{no exact matches}}
    }
    """
}
