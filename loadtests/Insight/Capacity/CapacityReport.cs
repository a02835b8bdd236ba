using System.Globalization;
using System.Xml.Linq;
using DroneDelivery.LoadTests.Insight.Figures;
using DroneDelivery.LoadTests.Insight.Reports;
using DroneDelivery.LoadTests.Insight.Reports.Sections;
using static DroneDelivery.LoadTests.Insight.Figures.FigureText;

namespace DroneDelivery.LoadTests.Insight.Capacity;

/// <summary>The searches of one target on one page that opens from disk.</summary>
internal static class CapacityReport
{
    public static Task WriteAsync(CapacityRecord record, string path, CancellationToken cancellationToken) =>
        ReportDocument.WriteAsync(Build(record), path, cancellationToken);

    internal static XElement Build(CapacityRecord record) => ReportPage.Build(
        $"DroneDelivery: capacity, {record.Target}",
        "The highest rate whose 99th percentile, from each request's scheduled moment, stays below the objective: "
            + $"{Short(record.ObjectiveMs)} ms. Load generator and system ran together on {record.Machine.Cores} cores.",
        Warnings(record),
        [
            Limits(record),
            .. record.Searches.Select((search, index) => Search(search, index, record)),
            RepeatSection.Build(record.StartedAt, record.Command, record.Machine),
        ]);

    private static IEnumerable<string> Warnings(CapacityRecord record) =>
    [
        .. RunWarnings.OfSetting(record.DebugBuild, record.Machine),
        .. record.Failure is { } failure ? [failure] : Array.Empty<string>(),
        .. record.Interrupted ? ["Interrupted: the last search is not complete."] : Array.Empty<string>(),
    ];

    private static XElement Limits(CapacityRecord record) => Html.Section(
        "limits",
        "What it can take",
        Html.Element("ul", Html.Class("verdicts"), record.Searches.Select(search => Html.Element(
            "li",
            Html.Element("b", $"{search.Variant}: "),
            CapacityText.Describe(search.ByLatency, search.ClosedLoop),
            search.ByCpu is { } cpu ? " " + CapacityText.Describe(cpu, search.ClosedLoop) : "",
            search.ByLatency.GeneratorLimit is { } limit ? $" The load generator may have been the limit: {limit}" : ""))),
        CapacityText.Repeatability(record).Select(line => Html.Paragraph(line)));

    private static XElement Search(SearchRecord search, int index, CapacityRecord record) => Html.Section(
        string.Create(CultureInfo.InvariantCulture, $"search-{index + 1}"),
        record.Searches.Count == 1 ? "The search" : $"Search {index + 1}: {search.Variant}",
        Html.Panels(CapacityCharts.ForSearch(search, record).Select(chart => Html.Figure("h3", chart.Title, ExhibitResult.In(chart)))),
        Scaling(search, record),
        Html.Element("h3", "Trials"),
        Html.Wide("Trials of the search", TrialTable(search)));

    private static IEnumerable<XElement> Scaling(SearchRecord search, CapacityRecord record) =>
        CapacityText.Describe(search.Scalability) is not { } law ? [] :
        [
            Html.Element("h3", "How it scales"),
            Html.Paragraph(law),
            Html.Paragraph(
                "Predicted for instances on machines of their own: at worst everything that holds this one back is shared "
                + "by all of them, at best nothing is."),
            Html.Element(
                "ul", search.Predict(record.Shared).Select(prediction => Html.Element("li", CapacityText.Describe(prediction)))),
        ];

    private static XElement TrialTable(SearchRecord search) => Html.Table(
        "In the order in which they ran",
        ["Purpose", "Offered", "Answered", "p50", "p99", "p99 of successes", "Missed", "In flight", "CPU"],
        search.Trials.Concat(search.Confirmations).Select((trial, index) => (
            string.Create(CultureInfo.InvariantCulture, $"{index + 1}"),
            (IEnumerable<object>)
            [
                trial.Purpose.ToString().ToLowerInvariant(),
                CapacityText.Offered(trial, search.ClosedLoop),
                $"{Short(trial.Throughput)} req/s",
                CapacityText.Latency(trial, trial.P50Ms),
                CapacityText.Latency(trial, trial.P99Ms),
                (trial.SuccessP99Ms ?? trial.P99Ms) is { } successes ? Milliseconds(successes) : None,
                Share(trial.MissedShare),
                Short(trial.InFlight),
                Share(trial.CpuShare),
            ])),
        "Trial");
}
