using System.Globalization;
using System.Xml.Linq;
using DroneDelivery.LoadTests.Engine.Thresholds;

namespace DroneDelivery.LoadTests.Lab.Http;

/// <summary>A run as the test report that build servers read: a test for each threshold.</summary>
internal static class ThresholdJunit
{
    public static void Write(Stream stream, HttpReport report)
    {
        var suite = $"{report.Method} {report.Url}";
        new XElement(
            "testsuites",
            new XElement(
                "testsuite",
                new XAttribute("name", suite),
                new XAttribute("tests", report.Thresholds.Count),
                new XAttribute("failures", report.Thresholds.Count(threshold => !threshold.Met)),
                new XAttribute("errors", 0),
                new XAttribute("skipped", 0),
                new XAttribute(
                    "timestamp", report.StartedAt.UtcDateTime.ToString("yyyy-MM-ddTHH:mm:ss", CultureInfo.InvariantCulture)),
                new XAttribute("time", Seconds(report)),
                report.Thresholds.Select(threshold => Test(suite, report, threshold)),
                new XElement("system-out", HttpSummary.Plain(report)))).Save(stream);
    }

    private static XElement Test(string suite, HttpReport report, ThresholdResult threshold) => new(
        "testcase",
        new XAttribute("classname", suite),
        new XAttribute("name", threshold.Threshold),
        new XAttribute("time", Seconds(report)),
        threshold.Met
            ? new XElement("system-out", threshold.ToString())
            : Failure(threshold.ToString()));

    private static XElement Failure(string message) =>
        new("failure", new XAttribute("type", "threshold"), new XAttribute("message", message), message);

    private static string Seconds(HttpReport report) => report.Seconds.ToString("0.###", CultureInfo.InvariantCulture);
}
