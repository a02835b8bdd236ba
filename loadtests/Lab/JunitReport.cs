using System.Xml.Linq;

namespace DroneDelivery.LoadTests.Lab;

/// <summary>A test case of a JUnit report.</summary>
/// <param name="Line">The result of the test, in one line.</param>
/// <param name="Failures">Type and message of each failure; empty for a test that passed.</param>
internal sealed record JunitTest(string Name, string Line, params IReadOnlyList<(string Type, string Message)> Failures);

/// <summary>A test report in the XML format of JUnit, which build servers read.</summary>
/// <param name="Suite">The name of the test suite.</param>
/// <param name="Output">The console output of the run.</param>
internal sealed record JunitReport(string Suite, IReadOnlyList<JunitTest> Tests, string Output, DateTimeOffset StartedAt)
{
    /// <summary>The duration of the whole run.</summary>
    public double Seconds { get; init; }

    private XAttribute Time => new("time", $"{Seconds:0.###}");

    public void Write(Stream stream) => new XElement(
        "testsuites",
        new XElement(
            "testsuite",
            Text("name", Suite),
            new XAttribute("tests", Tests.Count),
            new XAttribute("failures", Tests.Count(test => test.Failures.Count > 0)),
            new XAttribute("errors", 0),
            new XAttribute("skipped", 0),
            new XAttribute("timestamp", $"{StartedAt.UtcDateTime:yyyy-MM-ddTHH:mm:ss}"),
            Time,
            Tests.Select(Case),
            SystemOut(Output))).Save(stream);

    private XElement Case(JunitTest test) => new(
        "testcase",
        Text("classname", Suite),
        Text("name", test.Name),
        Time,
        test.Failures.Select(failure => new XElement(
            "failure", Text("type", failure.Type), Text("message", failure.Message), WritableText.ForXml(failure.Message))),
        SystemOut(test.Line));

    private static XElement SystemOut(string text) => new("system-out", WritableText.ForXml(text));

    private static XAttribute Text(string name, string text) => new(name, WritableText.ForXml(text));
}
