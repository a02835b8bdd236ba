using System.Globalization;
using System.Xml.Linq;

namespace DroneDelivery.LoadTests.Lab;

/// <summary>A test of a JUnit report.</summary>
/// <param name="Line">What was found.</param>
/// <param name="Failures">What it fails for, with the type of each; none for a test that passed.</param>
internal sealed record JunitTest(string Name, string Line, params IReadOnlyList<(string Type, string Message)> Failures);

/// <summary>The test report that build servers read.</summary>
/// <param name="Suite">What was tested.</param>
/// <param name="Output">What the console showed.</param>
internal sealed record JunitReport(string Suite, IReadOnlyList<JunitTest> Tests, string Output, DateTimeOffset StartedAt)
{
    /// <summary>How long the whole took.</summary>
    public double Seconds { get; init; }

    private XAttribute Time => new("time", Seconds.ToString("0.###", CultureInfo.InvariantCulture));

    public void Write(Stream stream) => new XElement(
        "testsuites",
        new XElement(
            "testsuite",
            new XAttribute("name", Suite),
            new XAttribute("tests", Tests.Count),
            new XAttribute("failures", Tests.Count(test => test.Failures.Count > 0)),
            new XAttribute("errors", 0),
            new XAttribute("skipped", 0),
            new XAttribute("timestamp", StartedAt.UtcDateTime.ToString("yyyy-MM-ddTHH:mm:ss", CultureInfo.InvariantCulture)),
            Time,
            Tests.Select(Case),
            new XElement("system-out", Output))).Save(stream);

    private XElement Case(JunitTest test) => new(
        "testcase",
        new XAttribute("classname", Suite),
        new XAttribute("name", test.Name),
        Time,
        test.Failures.Select(failure => new XElement(
            "failure", new XAttribute("type", failure.Type), new XAttribute("message", failure.Message), failure.Message)),
        new XElement("system-out", test.Line));
}
